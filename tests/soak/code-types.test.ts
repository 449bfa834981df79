/** Compares the types that code blocks show with those that the compiler's language server shows in an editor. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { findBinary } from '../../src/node/types/compiler/binary.ts';
import { createFolder, writeFiles } from '../helpers/build-site.ts';
import { readCodeTypes } from '../helpers/library-types/compiler.ts';

const OPTIONS = {
  strict: true,
  jsx: 'react-jsx',
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: [],
  noEmit: true,
};

const CODE = `import { useState, type ReactNode } from 'react';
interface Option { /** What is shown. */ label: string; value?: number }
type Pair<T> = { first: T; second: T[] };
enum Color { Red, Green = 'g' }
class Box<T> { constructor(public held: T) {} get size(): number { return 1; } static of<U>(one: U): Box<U> { return new Box(one); } }
const list: Option[] = [{ label: 'a', value: 1 }, { label: 'b' }];
let count = 0;
const pair: Pair<string> = { first: 'a', second: ['b'] };
const labels = list.map((one) => one.label.toUpperCase());
const box = Box.of(Color.Red);
async function load(address: string, tries = 3): Promise<Option[]> { count += tries; return [{ label: address }]; }
export function List({ title }: { title: ReactNode }) {
  const [shown, setShown] = useState(true);
  return <ul hidden={!shown} onClick={() => setShown(false)}>{title}{labels.join(pair.first)}{box.held}{String(load)}</ul>;
}
`;

it('shows the same types as the language server of the compiler', async () => {
  const folder = await createFolder('code-types');
  await writeFiles(folder, {
    'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, files: ['page.tsx'] }),
    'page.tsx': CODE,
    'docs.md': '',
  });
  const block = { page: path.join(folder, 'docs.md'), file: 'docs.md', line: 1, lang: 'tsx' as const, text: CODE };
  const { blocks } = readCodeTypes({ projectRoot: folder, root: folder, blocks: [{ ...block, expected: [] }] });
  const words = blocks[0]?.words ?? [];
  expect(words.length).toBeGreaterThan(70);
  const server = startServer();
  const uri = pathToFileURL(path.join(folder, 'page.tsx')).href;
  await server.ask('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } },
  });
  server.tell('initialized', {});
  const text = fs.readFileSync(path.join(folder, 'page.tsx'), 'utf8');
  server.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'typescriptreact', version: 1, text } });
  const differing: string[] = [];
  for (const { start, length, type, comment = '' } of words) {
    const before = CODE.slice(0, start).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const hover = await server.ask('textDocument/hover', { textDocument: { uri }, position });
    const name = CODE.slice(start, start + length);
    const value = String(hover?.contents?.value ?? '');
    const said = comment === '' ? -1 : value.indexOf(comment.slice(0, 20));
    const shown = said === -1 ? value : value.slice(0, said);
    if (plain(shown, name) !== plain(type, name)) differing.push(`${name}: ${type} | ${shown}`);
  }
  server.end();
  expect(differing).toEqual([]);
});

/**
 * Removes the owner of a member or of a type parameter, which the server names, as in `(property) Option.label`. On a
 * page, the code around a name shows its owner.
 */
function plain(text: string, name: string): string {
  return text
    .replace(/^\(type parameter\) (\w+) in .*/s, '(type parameter) $1')
    .replace(new RegExp(`(^|\\n)((?:\\([a-z ]+\\) )*(?:function |type )?)[^\\n(:]*\\.(?=${name}\\b)`, 'g'), '$1$2')
    .replace(/\n\(alias\) /g, '\n')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Starts a language server, and speaks its protocol. */
function startServer() {
  const child = spawn(findBinary(), ['--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const waiting = new Map<number, (result: any) => void>();
  let rest = Buffer.alloc(0);
  let last = 0;
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  child.stdout.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (let head = rest.indexOf('\r\n\r\n'); head !== -1; head = rest.indexOf('\r\n\r\n')) {
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head).toString())?.[1]);
      if (rest.length < head + 4 + length) return;
      const message = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString());
      rest = rest.subarray(head + 4 + length);
      if (message.method && message.id !== undefined)
        send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      else waiting.get(message.id)?.(message.result);
    }
  });
  return {
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    ask: (method: string, params: object): Promise<any> =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        send({ id: last, method, params });
      }),
    tell: (method: string, params: object) => send({ method, params }),
    end: () => child.kill(),
  };
}
