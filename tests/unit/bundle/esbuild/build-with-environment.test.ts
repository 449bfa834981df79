import { expect, test } from 'vitest';
import { buildWithEnvironment } from '../../../../src/node/bundle/esbuild/environment.ts';

const bundle = async (contents: string, format: 'esm' | 'iife'): Promise<{ code: string; starts: number }> => {
  let starts = 0;
  const { outputFiles } = await buildWithEnvironment({
    stdin: { contents },
    bundle: true,
    write: false,
    format,
    logLevel: 'silent',
    outfile: '/out.js',
    define: { 'import.meta.env.MODE': '"production"', 'import.meta.env': '{"MODE":"production"}' },
    plugins: [
      {
        name: 'count',
        setup: ({ onStart }) =>
          onStart(() => {
            starts += 1;
          }),
      },
    ],
  });
  return { code: outputFiles[0]?.text ?? '', starts };
};

test.each([
  'esm',
  'iife',
] as const)('a script that uses the environment as an object is bundled again (%s)', async (format) => {
  const { code, starts } = await bundle('console.log(Object.keys(import.meta.env));', format);
  expect(code).toMatch(/MODE: "production"/);
  expect(starts).toBe(2);
});

test.each([
  'esm',
  'iife',
] as const)('a script that only mentions it, or reads a variable, is bundled once (%s)', async (format) => {
  const { code, starts } = await bundle("console.log('import.meta.env', import.meta.env.MODE);", format);
  expect(code).toContain('console.log("import.meta.env", "production")');
  expect(starts).toBe(1);
});
