import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeEntry } from '../../src/node/base/diagnostics/codes/entry.ts';
import { CODES, type Code, STAGES } from '../../src/node/base/diagnostics/codes.ts';
import { createSite } from '../helpers/build-site.ts';

const root = path.resolve(import.meta.dirname, '../..');
const entries = (Object.entries(CODES) as [Code, CodeEntry][]).sort(([one], [other]) => one.localeCompare(other));
const BASE = {
  'docs/index.md': '# Home\n',
  'demos/hello.tsx': 'export default () => <b>Hello</b>;\n',
  'src/index.tsx': 'export function Button({ tone }: { tone?: string }) { return <b>{tone}</b>; }\n',
};
/** An error ends the build before later stages, so these pages are built separately from the others of their stage. */
const APART: readonly Code[] = ['CD502', 'CD503'];

/** Returns the path of a code's example page. */
const pageOf = (code: Code, { example }: CodeEntry): string =>
  `docs/${code.toLowerCase()}.${'mdx' in example ? 'mdx' : 'md'}`;
const textOf = ({ example }: CodeEntry): string | undefined =>
  'page' in example ? example.page : 'mdx' in example ? example.mdx : undefined;

/** Returns the codes that a build of the files reports. */
async function codesOf(files: Record<string, string>): Promise<string[]> {
  const hasPages = Object.keys(files).some((file) => file.startsWith('docs/'));
  const site = await createSite({ ...(hasPages ? {} : { 'docs/index.md': '# Home\n' }), ...files });
  const { diagnostics } = await site.build({ cache: false });
  return diagnostics.map(({ code, location }) => `${code} ${location?.file}`);
}

describe('each diagnostic code', () => {
  const reported = new Map<Code, string[]>();

  beforeAll(async () => {
    const groups = new Map<string, [Code, CodeEntry][]>();
    for (const entry of entries.filter(([, one]) => textOf(one) !== undefined)) {
      const key = APART.includes(entry[0]) ? entry[0] : entry[0].slice(0, 3);
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
    for (const group of groups.values()) {
      const pages = Object.fromEntries(group.map(([code, entry]) => [pageOf(code, entry), textOf(entry) ?? '']));
      const found = await codesOf({ ...BASE, ...pages });
      for (const [code] of group) reported.set(code, found);
    }
  });

  const ofPages = entries.filter(([, entry]) => textOf(entry) !== undefined);
  it.each(ofPages)('%s is reported for its example page', (code, entry) => {
    expect(reported.get(code)).toContain(`${code} ${pageOf(code, entry)}`);
  });

  const ofFiles = entries.flatMap(([code, { example }]) =>
    'files' in example ? [{ code, files: example.files }] : [],
  );
  it.each(ofFiles)('$code is reported for its example files', async ({ code, files }) => {
    expect((await codesOf(files)).map((one) => one.slice(0, 5))).toContain(code);
  });

  it('is covered by another test if no files cause it', async () => {
    const texts = new Map<string, string>();
    for (const file of await fs.readdir(path.join(root, 'tests'), { recursive: true })) {
      if (/\.test\.ts$/.test(file) && !file.endsWith('codes.test.ts'))
        texts.set(file, await fs.readFile(path.join(root, 'tests', file), 'utf8'));
    }
    const proved = (code: string): boolean => [...texts.values()].some((text) => text.includes(code));
    const others = entries.flatMap(([code, { example }]) => ('when' in example ? [code] : []));
    // It needs a folder that cannot be removed, and root can remove every folder.
    expect(others.filter((code) => !proved(code))).toEqual(['CD607']);
  });

  it('is in the handbook', async () => {
    await expect(renderPage()).toMatchFileSnapshot(path.join(root, 'docs/_handbook/docs/reference/messages.md'));
  });
});

/** Renders the handbook's page of all messages. */
function renderPage(): string {
  const parts = [
    '---\ntitle: Messages\ndescription: Every message by its code, with its meaning, a fix and an example.\ngroup:\n  title: Look up\n  order: 2\norder: 1\n---',
    '# Messages',
    'Each message has a code. This page lists the texts of each code, each with its fix, and an example. Names in capitals stand for what differs, such as a file or a reason. The message itself also gives the source location.',
  ];
  for (const [digit, stage] of Object.entries(STAGES)) {
    parts.push(`## ${stage}`);
    for (const [code, entry] of entries) if (code[2] === digit) parts.push(...renderEntry(code, entry));
  }
  return `${parts.join('\n\n')}\n`;
}

function renderEntry(code: Code, { name, message, example }: CodeEntry): string[] {
  const cases = typeof message === 'function' ? [message] : Object.values(message);
  const texts = cases.flatMap((write) => {
    const { text, notes = [] } = write(dataOf(code) as never);
    const sentences = [text, ...notes].map(String).filter((one) => one !== one.toUpperCase());
    // Outside of code, a tag would be HTML.
    return sentences.map((one) => one.replace(/(?<![.:?…])$/, '.').replace(/(?<!`)<(?=[A-Z])/g, '\\<')).join(' ') || [];
  });
  const list = texts.length === 1 ? texts : texts.map((text) => `- ${text}`);
  const head = [`### ${code} ${name} {#${code}}`, ...(list.length > 0 ? [list.join('\n')] : [])];
  if ('when' in example) return [...head, `Example: ${example.when}.`];
  if ('files' in example) return [...head, ...Object.entries(example.files).map(([file, text]) => fence(file, text))];
  return [...head, 'page' in example ? fence('page.md', example.page) : fence('page.mdx', example.mdx)];
}

/** Data whose value decides the text. */
const KNOWN: Partial<Record<Code, object>> = {
  CD171: { problem: { is: 'no-demo', entry: 2 } },
  CD173: { problem: { is: 'no-demo', entry: 2 } },
  CD229: { bytes: 2_500_000 },
  CD300: { reason: 'Expected a closing tag for `<b>`', foreign: undefined, param: undefined },
  CD348: { foreign: { is: 'toc' } },
  CD352: { plugin: 'remark-lint', reason: 'Say more' },
  CD401: { cause: { is: 'package', name: 'NAME' } },
  CD402: { react: '17.0.2', dom: '18.3.1', oldest: [18, 2] },
  CD507: { allow: { 'connect-src': ['ORIGIN'] } },
  CD702: { problem: 'no-id' },
  CD802: { reason: 'Unknown compiler option' },
  CD804: { reason: 'Unexpected token' },
  CD817: { reason: 'Reason' },
  CD862: { problem: { is: 'no-folder' } },
  CD866: { problem: { is: 'no-folder' } },
  CD882: { bytes: 400_000, most: 300_000, largest: [{ file: 'FILE', bytes: 90_000 }] },
};

/** Data of the messages of a code. Similar names are undefined, because most messages have none. */
function dataOf(code: Code): object {
  const known: object = { nearest: undefined, ...KNOWN[code] };
  return new Proxy(known, { get: (_, key) => (key in known ? Reflect.get(known, key) : placeholder(String(key))) });
}

/** Stands for a value: as text it is its name in capitals, as a list it has one entry, and as an object it has any key. */
function placeholder(name: string): unknown {
  const text = name.replace(/[A-Z]/g, ' $&').toUpperCase();
  const get = (_: unknown, key: string | symbol): unknown => {
    if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 2 : text);
    if (key === 'toString' || key === 'toJSON') return () => text;
    if (key === Symbol.iterator) return [self, self].values.bind([self, self]);
    if (key === 'slice' || key === 'filter') return () => self;
    if (key === 'length') return 2;
    if (/^\d+$/.test(String(key))) return self;
    const owner = [text, [self]].map(Object).find((known) => key in known);
    const member: unknown = owner?.[key];
    if (typeof member === 'function') return member.bind(owner);
    return typeof key === 'symbol' ? undefined : (member ?? placeholder(key));
  };
  const self: unknown = new Proxy({}, { get });
  return self;
}

function fence(file: string, text: string): string {
  const ticks = text.includes('```') ? '````' : '```';
  const lang = path.extname(file).slice(1) || 'text';
  const tag = ['tsx', 'jsx', 'ts', 'js'].includes(lang) ? `${lang} | pure` : lang;
  return `${ticks}${tag === 'cjs' || tag === 'env' || tag === 'svg' ? 'text' : tag} [${file}]\n${text.replace(/\n?$/, '\n')}${ticks}`;
}
