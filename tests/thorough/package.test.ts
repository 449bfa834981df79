import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** All files that the package may contain. */
const CONTENTS = new RegExp(
  [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|bin\/cascader-docs\.js)$/,
    /^lib\/([\w.-]+\.js|notices\.json|THIRD-PARTY-NOTICES\.txt|types\/.+\.d\.ts)$/,
    /^src\/theme\/fonts\/[\w-]+\.woff2$/,
    /^lib\/schemas\/(demo|frontmatter)\.json$/,
    /^lib\/(browser|prebuilt)\/[\w-]+\.(js|css|json|svg)$/,
    /^src\/(client\.d\.ts|(app|runtime|shared|theme)\/.+\.(ts|tsx|css|svg|md))$/,
    /^templates\/(add|component|init|preview|stories)\/.+$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** What the package is built from. */
const SOURCES = [
  ...['package.json', 'tsconfig.json', 'src', 'bin', 'templates'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md'],
];

/** Commands of the code blocks in the README that start with a line. The server would not end, so the site is built instead. */
async function commandsOfReadme(first: string): Promise<string> {
  const text = await fs.readFile(path.join(root, 'README.md'), 'utf8');
  const [, rest] = text.split(`\n\`\`\`sh\n${first}`);
  expect(rest, `README has no commands that start with ${first}`).toBeDefined();
  return `${first}${rest?.split('\n```')[0]}`.replace('npm run docs', 'npm run docs:build');
}

/** Does what a user does: pack, install, init, build. It uses the package registry, as a user's machine would. */
it('works when it is packed and installed in an empty folder', { timeout: 600_000 }, async () => {
  const folder = makeFolder('packed', OUTSIDE);
  const npm = (args: string[], cwd: string) =>
    run('npm', args, {
      cwd,
      maxBuffer: 1e8,
      // If `CI` is set, messages have colors, even in a pipe.
      env: { ...process.env, NO_COLOR: '1', npm_config_audit: 'false', npm_config_fund: 'false' },
    });
  // In a copy, because packing compiles lib/ again, which other tests use.
  const source = path.join(folder, 'cascader-docs');
  for (const name of SOURCES) await fs.cp(path.join(root, name), path.join(source, name), { recursive: true });
  await fs.symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], source);
  const [{ filename, files, size }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[]; size: number },
  ];
  const packed = files.map((file) => file.path);
  expect(size).toBeLessThan(2_500_000);
  expect(packed.length).toBeLessThan(900);
  expect(packed).toContain('lib/types/index.d.ts');
  expect(packed).toContain('lib/THIRD-PARTY-NOTICES.txt');
  expect(packed).toContain('lib/schemas/frontmatter.json');
  expect(packed.filter((file) => !CONTENTS.test(file))).toEqual([]);

  await npm(['init', '-y'], folder);
  await npm(['install', path.join(folder, filename)], folder);
  // The package runs no script when it is installed. It has no `prepare` script either, because its sources are not
  // included.
  const lock = JSON.parse(await fs.readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  expect(lock.packages['node_modules/cascader-docs']).toMatchObject({ version: expect.any(String) });
  expect(lock.packages['node_modules/cascader-docs'].hasInstallScript).toBeUndefined();
  const { scripts } = JSON.parse(
    await fs.readFile(path.join(folder, 'node_modules/cascader-docs/package.json'), 'utf8'),
  );
  expect(scripts.prepare).toBeUndefined();
  const installed = await npm(['ls', '--all', '--parseable', '--omit=dev'], folder);
  expect(installed.stdout.trim().split('\n').length).toBeLessThanOrEqual(50);
  const shell = (commands: string, cwd: string) => run('sh', ['-ec', commands], { cwd, maxBuffer: 1e8 });

  // The README's commands for a library, and for a new one.
  const kit = path.join(folder, 'kit');
  await fs.mkdir(path.join(kit, 'src'), { recursive: true });
  await fs.writeFile(path.join(kit, 'package.json'), '{ "name": "kit", "version": "1.0.0" }\n');
  await fs.writeFile(
    path.join(kit, 'src/index.tsx'),
    'export function Tag({ label = "new" }: { label?: string }) {\n  return <b>{label}</b>;\n}\n',
  );
  await shell(await commandsOfReadme('npm install --save-dev ../cascader-docs'), kit);
  const page = await fs.readFile(path.join(kit, 'dist/index.html'), 'utf8');
  expect(page).toContain('id="api-tag-label"');
  expect(page).toContain('<b>new</b>');
  await shell(await commandsOfReadme('node cascader-docs/bin/cascader-docs.js init'), folder);
  const library = path.join(folder, 'my-library');
  const html = await fs.readFile(path.join(library, 'dist/components/button/index.html'), 'utf8');
  expect(html).toMatch(/<button[^>]*>/);
  await npm(['run', 'typecheck'], library);
  await npm(['run', 'docs:check'], library);
  await npm(['run', 'build'], library);
  const published = await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], library);
  const contents = JSON.parse(published.stdout)[0].files.map((file: { path: string }) => file.path);
  expect(contents).toEqual(
    expect.arrayContaining(['lib/index.js', 'lib/index.d.ts', 'lib/Button.js', 'lib/button.css']),
  );
  expect(contents.filter((file: string) => /^(src|docs|demos)\//.test(file))).toEqual([]);

  // TypeScript's compiler is an optional package, which an installation may leave out.
  const left = ['@typescript', 'cascader-docs/node_modules/@typescript', '.cache'];
  for (const modules of [path.join(library, 'node_modules'), path.join(folder, 'node_modules')])
    for (const name of left) await fs.rm(path.join(modules, name), { recursive: true, force: true });
  const without = await npm(['run', 'docs:build'], library).catch((error: { stderr: string }) => error);
  expect(without.stderr.match(/error CD\d+.*/g)).toEqual([
    expect.stringMatching(
      /CD814: Types cannot be read: the compiler .*@typescript\/typescript-\w+-\w+, is not installed$/,
    ),
  ]);
  expect(without.stderr).toContain('apiParser: false');

  // `npm create cascader-docs` is a separate package, which uses the version of the tool.
  const create = path.join(root, 'templates/create-cascader-docs');
  const packedCreate = await npm(['pack', create, '--json', '--pack-destination', folder], folder);
  const [{ filename: createFile }] = JSON.parse(packedCreate.stdout) as [{ filename: string }];
  await npm(['install', path.join(folder, createFile)], folder);
  await run('npx', ['create-cascader-docs', 'created'], { cwd: folder });
  expect(await fs.readFile(path.join(folder, 'created/docs/index.md'), 'utf8')).toContain("title: 'Created'");
});
