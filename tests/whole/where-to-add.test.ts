/**
 * `src/README.md` and the READMEs that it links name the files to change for an addition. These tests change exactly
 * those files.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, writeFiles } from '../helpers/build-site.ts';
import { type Outcome, run } from '../helpers/command.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the files and folders that a text names. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]*)+|[\w-]+\.m?[jt]sx?)`/g)].map(([, name = '']) => name);
}

/**
 * Returns the rows of the table by addition: the paths in the row, and those in the steps of the README that it links.
 */
async function readRows(): Promise<Map<string, string[]>> {
  const text = await fs.readFile(path.join(root, 'src/README.md'), 'utf8');
  const section = text.split('## Where to add what\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$/gm)].slice(1);
  return new Map(
    await Promise.all(
      rows.map(async ([, what = '', begin = '', steps = '']): Promise<[string, string[]]> => {
        const readme = /\]\(([^)]+)\)/.exec(steps)?.[1];
        const found = await Promise.all(namesIn(begin).map((name) => resolve(name, 'src')));
        return [what, [...found, ...(readme ? await readSteps(what, `src/${readme}`) : [])]];
      }),
    ),
  );
}

/** Returns the paths in the steps of a README for an addition. */
async function readSteps(what: string, readme: string): Promise<string[]> {
  const text = await fs.readFile(path.join(root, readme), 'utf8');
  const steps = text.split(`## To add ${what}\n`)[1]?.split('\n## ')[0];
  expect(steps, `${readme} has no steps for ${what}`).toBeDefined();
  return await Promise.all(namesIn(steps ?? '').map((name) => resolve(name, path.dirname(readme))));
}

/**
 * Returns the path of a name in the repository. Names are relative to the folder of their README, to `src/node`, to
 * `src` or to the repository.
 */
async function resolve(name: string, folder: string): Promise<string> {
  for (const parent of [folder, 'src/node', 'src', '.']) {
    const candidate = path.posix.join(parent, name);
    if (await fs.stat(path.join(root, candidate)).catch(() => undefined)) return candidate.replace(/\/$/, '');
  }
  throw new Error(`${folder}/README.md names ${name}, which does not exist`);
}

/** What a row adds: replacements for the first occurrence of a text, or new files. */
interface Addition {
  row: string;
  changes: [file: string, before: string, after: string][];
  files?: Record<string, string>;
}

const ADDITIONS: Addition[] = [
  {
    row: 'a component that pages use by name',
    changes: [
      [
        'src/theme/builtins.tsx',
        '  Tree,\n};',
        `  Tree,
  Quiet: ({ children }) => (
    <small className="quiet" title={useSite().greeting} aria-label={useMessage()('quiet.label')}>
      {children}
    </small>
  ),
};`,
      ],
      ['src/theme/builtins.tsx', 'Link as SiteLink } from', 'Link as SiteLink, useMessage, useSite } from'],
      ['src/node/markdown/own-tags.ts', "'Badge', 'Link']", "'Badge', 'Link', 'Quiet']"],
    ],
  },
  {
    row: 'an option of the configuration',
    changes: [
      ['src/node/project/config/types.ts', '  pageTimeout?: number;', '  greeting?: string;\n  pageTimeout?: number;'],
      ['src/node/project/config/types.ts', "  | 'pageTimeout';", "  | 'greeting'\n  | 'pageTimeout';"],
      [
        'src/node/project/config/config-schema.ts',
        '    pageTimeout:',
        "    greeting: string.default('Hello'),\n    pageTimeout:",
      ],
      ['src/shared/page-data.ts', '  rtl: boolean;', '  greeting: string;\n  rtl: boolean;'],
      ['src/node/render/page-data.ts', '    footer,', '    greeting: config.greeting,\n    footer,'],
    ],
  },
  {
    row: 'a string of the interface',
    changes: [
      ['src/shared/messages/en-US.ts', "  'menu.label':", "  'quiet.label': 'In a low voice',\n  'menu.label':"],
      ['src/shared/messages/zh-CN.ts', "  'menu.label':", "  'quiet.label': '轻声',\n  'menu.label':"],
    ],
  },
  {
    row: 'a kind of `:::` container',
    changes: [['src/shared/containers.ts', "  info: 'info',", "  question: 'warning',\n  info: 'info',"]],
  },
  {
    row: 'a check of pages',
    changes: [
      ['src/node/markdown/file-transforms.ts', '  element: [checkElement,', '  element: [reportBlink, checkElement,'],
      [
        'src/node/base/diagnostics/codes/content.ts',
        '  CD300:',
        `  CD397: {
    name: 'blinking-text',
    severity: 'warning',
    example: { page: '# A\\n\\n<blink>b</blink>' },
    message: () => ({ text: 'Text blinks' }),
  },
  CD300:`,
      ],
    ],
    files: {
      'src/node/markdown/check/report-blink.ts': `
import type { Element } from 'hast';
import { type FileContext, report } from '../context.ts';
export function reportBlink({ tagName, position }: Element, context: FileContext): void {
  if (tagName === 'blink') report(context, 'blinking-text', {}, { at: position?.start });
}
`,
    },
  },
  {
    row: 'a command',
    changes: [
      ['src/cli/cli.ts', '    ...{ build,', '    ...{ greet, build,'],
      ['src/shared/command-names.ts', "  'build',", "  'greet',\n  'build',"],
    ],
    files: {
      'src/commands/greet.ts': `
import type { Command } from '../kit/kit.ts';
export const greet: Command = {
  description: 'greet a reader',
  arguments: { '<name>': 'name of the reader' },
  run: (kit, { name }) => kit.print(['Hello', name].join(' ')),
};
`,
    },
  },
];

it('names files that exist', async () => {
  const rows = await readRows();
  expect(rows.size).toBeGreaterThan(12);
  for (const [what, names] of rows) expect(names, what).not.toEqual([]);
});

describe('the steps of the table are sufficient', () => {
  let copy: string;
  let built: Outcome;
  let html: string;

  beforeAll(async () => {
    const rows = await readRows();
    copy = await createFolder('tool');
    for (const name of ['src', 'bin', 'templates'])
      await fs.cp(path.join(root, name), path.join(copy, name), { recursive: true });
    await fs.copyFile(path.join(root, 'package.json'), path.join(copy, 'package.json'));
    await fs.symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const { row, changes, files = {} } of ADDITIONS) {
      const named = rows.get(row) ?? [];
      const isNamed = (file: string): boolean => named.includes(file) || named.includes(path.dirname(file));
      for (const file of [...changes.map(([name]) => name), ...Object.keys(files)])
        expect(isNamed(file), `${row}: ${file} is not in its steps`).toBe(true);
      for (const [file, before, after] of changes) {
        const text = await fs.readFile(path.join(copy, file), 'utf8');
        expect(text, file).toContain(before);
        await fs.writeFile(
          path.join(copy, file),
          text.replace(before, () => after),
        );
      }
      await writeFiles(copy, files);
    }
    // The new code is imported where it is used.
    const imports = {
      'src/cli/cli.ts': "import { greet } from '../commands/greet.ts';\n",
      'src/node/markdown/file-transforms.ts': "import { reportBlink } from './check/report-blink.ts';\n",
    };
    for (const [file, line] of Object.entries(imports))
      await fs.writeFile(path.join(copy, file), line + (await fs.readFile(path.join(copy, file), 'utf8')));
    execFileSync(process.execPath, ['src/build.mjs'], { cwd: copy, stdio: 'pipe' });
    const site = await createFolder('site');
    await writeFiles(site, {
      'package.json': '{"name": "fixture", "version": "1.0.0"}',
      'cascader-docs.config.ts': "export default { greeting: 'Good day' };\n",
      'docs/index.md': '# Home\n\nA <Quiet>low</Quiet> voice, <blink>seen</blink>.\n\n:::question\nWhy?\n:::\n',
    });
    built = await run(['build', site], { bin: path.join(copy, 'bin/cascader-docs.js') });
    html = await fs.readFile(path.join(site, 'dist/index.html'), 'utf8');
  });

  it('for a component that pages use by name', () => {
    expect(html).toMatch(/<p>A <small class="quiet"[^>]*>low<\/small> voice,/);
  });

  it('for an option of the configuration, and for a string of the interface', () => {
    expect(html).toContain('<small class="quiet" title="Good day" aria-label="In a low voice">');
  });

  it('for a container', () => {
    expect(html).toMatch(/<div class="container container-warning" role="note">.*<p>Why\?<\/p>/s);
  });

  it('for a check', () => {
    expect(built.stderr).toContain('warning CD397: Text blinks');
    expect(built.code).toBe(0);
  });

  it('for a command', async () => {
    const { stdout } = await run(['greet', 'reader'], { bin: path.join(copy, 'bin/cascader-docs.js') });
    expect(stdout).toBe('Hello reader\n');
  });
});
