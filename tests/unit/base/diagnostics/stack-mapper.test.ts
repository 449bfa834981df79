import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createStackMapper } from '../../../../src/node/base/diagnostics/stack-mapper.ts';

async function throwIn(source: string): Promise<{ stack: string; map: string }> {
  const result = await build({
    stdin: { contents: source, sourcefile: 'demos/boom.tsx', loader: 'tsx', resolveDir: '/' },
    bundle: true,
    write: false,
    format: 'iife',
    sourcemap: 'external',
    outdir: '/',
    absWorkingDir: '/',
  });
  const text = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  try {
    new Function(`${text('.js')}\n//# sourceURL=demos.js`)();
  } catch (error) {
    return { stack: (error as Error).stack ?? '', map: text('.map') };
  }
  throw new Error('it did not throw');
}

describe('stack mapper', () => {
  it("finds the first frame in the author's file", async () => {
    const { stack, map } = await throwIn(
      'interface A { b: string }\n\nfunction boom(): never {\n  throw new TypeError("no");\n}\nboom();\n',
    );
    // `new Function` adds two lines before the code.
    const shifted = stack.replace(/demos\.js:(\d+)/g, (_, line) => `demos.js:${Number(line) - 2}`);
    const { location, stack: mapped } = createStackMapper([{ name: 'demos.js', map }], '/')(shifted);
    expect(location).toMatchObject({ file: 'demos/boom.tsx', line: 4, lineText: '  throw new TypeError("no");' });
    expect(mapped).toContain('at boom (demos/boom.tsx:4:');
  });

  it('returns nothing for a stack from other files', () => {
    expect(createStackMapper([{ name: 'demos.js', map: '' }], '/')('Error\n  at x (other.js:1:1)')).toEqual({});
  });
});
