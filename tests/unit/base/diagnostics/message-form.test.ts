import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { packageDir } from '../../../../src/node/base/package-dir.ts';

const FOLDER = path.join(packageDir, 'src/node/base/diagnostics/codes');

/** Parts of entries that are not messages: texts of the handbook, and files of examples. */
const NO_MESSAGES = new Set(['says', 'fix', 'example', 'name', 'severity']);

interface Written {
  place: string;
  /** `…` stands for what is filled in. */
  text: string;
  /** A whole note, a whole text, or any other string of the file, of which messages are composed. */
  is: 'note' | 'text' | 'part';
}

/** Node of a syntax tree. */
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return node.type === 'TemplateLiteral' ? quasis.map(({ value }) => value.cooked).join('…') : undefined;
}

/** For each kind of expression, the keys of the expressions of which it returns one or all. */
const RETURNED: Record<string, string[]> = {
  ArrayExpression: ['elements'],
  SpreadElement: ['argument'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  ParenthesizedExpression: ['expression'],
};

/** Returns the nodes of the texts that an expression may return, such as both branches of a condition. */
function wholeTexts(node: Node): Node[] {
  const keys = RETURNED[node.type];
  if (keys) return keys.flatMap((key) => [node[key]].flat().flatMap((child) => wholeTexts(child as Node)));
  return textOf(node) === undefined ? [] : [node];
}

/** Returns all strings of the messages in a file. */
function messagesIn(file: string): Written[] {
  const source = fs.readFileSync(path.join(FOLDER, file), 'utf8');
  const found: Written[] = [];
  const whole = new Map<Node, 'note' | 'text'>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (node.type === 'ImportDeclaration' || /^TS(?!As|Satisfies)/.test(node.type)) return;
    if (node.type === 'Property') {
      const { name = '' } = node.key as { name?: string };
      if (NO_MESSAGES.has(name)) return;
      const is = name === 'notes' ? 'note' : name === 'text' ? 'text' : undefined;
      if (is) for (const text of wholeTexts(node.value as Node)) whole.set(text, is);
    }
    const text = textOf(node);
    if (text !== undefined) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ place: `${file}:${line}`, text, is: whole.get(node) ?? 'part' });
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(file, source).program.body);
  return found;
}

const MESSAGES = fs.readdirSync(FOLDER).flatMap(messagesIn);

const show = (all: Written[]): string[] => all.map(({ place, text }) => `${place} ${text}`);

it('there are messages to check', () => {
  expect(MESSAGES.filter(({ is }) => is === 'note').length).toBeGreaterThan(300);
  expect(MESSAGES.filter(({ is }) => is === 'text').length).toBeGreaterThan(200);
});

it('a note ends with a period or a question mark', () => {
  // A note may end with a list or a sentence that is filled in.
  const wrong = MESSAGES.filter(({ is, text }) => is === 'note' && !/[.?…]$/.test(text));
  expect(show(wrong)).toEqual([]);
});

it('a text has no period at its end', () => {
  expect(show(MESSAGES.filter(({ is, text }) => is === 'text' && text.endsWith('.')))).toEqual([]);
});

it('names and code are in backticks, and nothing is in quotes', () => {
  const wrong = MESSAGES.filter(({ text }) => {
    // Files of examples have several lines.
    if (text.includes('\n')) return false;
    return /["“”]/.test(text.replace(/`[^`]*`/g, ''));
  });
  expect(show(wrong)).toEqual([]);
});
