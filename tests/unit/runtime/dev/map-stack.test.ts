import vm from 'node:vm';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { mapStack } from '../../../../src/runtime/dev/map-stack.ts';

const URL_OF_SCRIPT = 'http://localhost:4000/assets/boom.js?v=3';
const SOURCE = `import { call } from 'react';

interface Options { depth: number }
function boom({ depth }: Options): never {
  throw new TypeError(\`too 深 \${depth}\\nsecond line\`);
}
call(() => boom({ depth: 3 }));
`;

/** Bundles and runs a script that throws. `react` calls its argument. */
async function throwInScript(
  sourcemap: BuildOptions['sourcemap'],
): Promise<{ stack: string; files: Record<string, string> }> {
  const { outputFiles = [] } = await build({
    stdin: { contents: SOURCE, sourcefile: 'demos/boom.tsx', loader: 'tsx', resolveDir: '/site' },
    bundle: true,
    write: false,
    format: 'esm',
    sourcemap,
    outfile: '/site/dist/assets/boom.js',
    absWorkingDir: '/',
    charset: 'utf8',
    plugins: [
      {
        name: 'react',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^react$/ }, () => ({ path: '/site/node_modules/react/index.js', namespace: 'file' }));
          onLoad({ filter: /react\/index\.js$/ }, () => ({ contents: 'export function call(run) {\n  run();\n}\n' }));
        },
      },
    ],
  });
  const files: Record<string, string> = {};
  for (const { path, text } of outputFiles) files[`http://localhost:4000${path.replace('/site/dist', '')}`] = text;
  const script = files['http://localhost:4000/assets/boom.js'] ?? '';
  files[URL_OF_SCRIPT] = script;
  try {
    new vm.Script(script, { filename: URL_OF_SCRIPT }).runInThisContext({ displayErrors: false });
  } catch (error) {
    const lines = ((error as Error).stack ?? '').split('\n');
    return { stack: lines.filter((line) => !/^\s+at/.test(line) || line.includes('localhost')).join('\n'), files };
  }
  throw new Error('it did not throw');
}

const fetchFrom =
  (files: Record<string, string>, fetched: string[] = []) =>
  async (url: string): Promise<string> => {
    fetched.push(url);
    const text = files[url];
    if (text === undefined) throw new Error('404');
    return text;
  };

/** Converts a stack to the format of Firefox, without the message. */
const firefox = (stack: string): string =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', place] = /^\s+at (?:(.*?) \()?(http.*?)\)?$/.exec(line) ?? [];
      return place === undefined ? [] : [`${name}@${place}`];
    })
    .join('\n');

describe('mapStack', () => {
  it.each(['linked', 'inline'] as const)('maps a stack with a source map that is %s', async (sourcemap) => {
    const { stack, files } = await throwInScript(sourcemap);
    expect(await mapStack(stack, fetchFrom(files))).toBe(
      [
        'TypeError: too 深 3',
        'second line',
        '    at boom (../../demos/boom.tsx:5:9)',
        '    at ../../demos/boom.tsx:7:12',
        '    at ../../demos/boom.tsx:7:1',
        '    … 1 more in React and cascader-docs',
      ].join('\n'),
    );
  });

  it('maps the format of Firefox and Safari', async () => {
    const { stack, files } = await throwInScript('linked');
    const text = firefox(stack);
    expect(text).toMatch(/^boom@http/);
    expect(await mapStack(text, fetchFrom(files))).toMatch(
      /^ {4}at boom \(\.\.\/\.\.\/demos\/boom\.tsx:5:9\)\n {4}at \.\.\/\.\.\/demos\/boom\.tsx:7:12\n/,
    );
  });

  it('maps frames of async functions', async () => {
    const { stack, files } = await throwInScript('linked');
    const place = /http\S+:\d+:\d+/.exec(stack)?.[0];
    const mapped = await mapStack(`Error\n    at async load (${place})\n    at async ${place}`, fetchFrom(files));
    expect(mapped).toBe('Error\n    at async load (../../demos/boom.tsx:5:9)\n    at ../../demos/boom.tsx:5:9');
  });

  it('fetches a script and its source map once', async () => {
    const { stack, files } = await throwInScript('linked');
    const fetched: string[] = [];
    await mapStack(stack, fetchFrom(files, fetched));
    expect(fetched).toEqual([URL_OF_SCRIPT, 'http://localhost:4000/assets/boom.js.map']);
  });

  it('keeps frames of React if there are no others', async () => {
    const { stack, files } = await throwInScript('linked');
    const [message, ...frames] = stack.split('\n').filter((line) => !line.includes('boom (') && line !== 'second line');
    const own = [];
    for (const frame of frames)
      if ((await mapStack(frame, fetchFrom(files))).includes('node_modules/react')) own.push(frame);
    expect(own).toHaveLength(1);
    expect(await mapStack([message, ...own].join('\n'), fetchFrom(files))).toBe(
      `${message}\n    at call (../../node_modules/react/index.js:2:3)`,
    );
  });

  it('hides the frames that the caller excludes, mapped or not', async () => {
    const { stack, files } = await throwInScript('linked');
    const mapped = await mapStack(
      `${stack}\n    at x (http://localhost:4000/assets/dev.js:1:2)`,
      fetchFrom(files),
      (source) => source.endsWith('/dev.js') || source.includes('node_modules/react/'),
    );
    expect(mapped).not.toContain('dev.js');
    expect(mapped).toMatch(/… \d more/);
  });

  it.each([
    ['no script', async () => Promise.reject(new Error('404'))],
    ['no map', async () => 'throw 1'],
    ['an invalid map', async (url: string) => (url.endsWith('.map') ? '<html>' : '//# sourceMappingURL=x.map')],
    ['an invalid data URL', async () => '//# sourceMappingURL=data:application/json;base64,%%%'],
    [
      'a fetch that throws synchronously',
      () => {
        throw new Error('no');
      },
    ],
  ])('does not change a stack with %s', async (_, fetchText) => {
    const stack =
      'Error: x\n    at f (http://localhost/a.js:1:2)\n    at <anonymous>\ng@http://localhost/b.js:3:4\n[native code]';
    expect(await mapStack(stack, fetchText)).toBe(stack);
  });
});
