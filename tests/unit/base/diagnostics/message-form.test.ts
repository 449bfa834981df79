import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { packageDir } from '../../../../src/node/base/package-dir.ts';

const CODES = 'src/node/base/diagnostics/codes/';
const FILES = globSync(['src/index.ts', 'src/node/**/*.{ts,tsx}', 'src/{cli,commands,kit}/**/*.ts'], {
  cwd: packageDir,
  // Lines of files that `init` writes, with commands.
  ignore: ['src/node/tools/init/report-workflow.ts'],
});

/** Parts of entries that are not messages: texts of the handbook, and files of examples. */
const NO_MESSAGES = new Set(['says', 'fix', 'example', 'name', 'severity']);

/** Keys that an object with a `text` has if it is a message of ours, or of the bundler. */
const BESIDE_TEXT = new Set(['severity', 'notes', 'location', 'pluginName']);

/** `convertMessage` recognizes this text of esbuild, and replaces it. */
const ESBUILD_WORDING = /^Could not resolve "/;

/** Methods whose arguments are compared with texts of other tools. */
const COMPARING = new Set(['startsWith', 'endsWith', 'includes', 'indexOf']);

interface Written {
  place: string;
  /** `…` stands for what is filled in. */
  text: string;
  /** A whole note, a whole text, or any other string of the file, of which messages are composed. */
  is: 'note' | 'text' | 'part';
  inCodes: boolean;
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
  ObjectExpression: ['properties'],
  ParenthesizedExpression: ['expression'],
};

/** Returns the nodes of the texts that an expression may return, such as both branches of a condition. */
function wholeTexts(node: Node, constants: Constants): Node[] {
  if (node.type === 'Property') return nameOf(node) === 'text' ? wholeTexts(node.value as Node, constants) : [];
  const constant = node.type === 'Identifier' && constants.get(node.name as string);
  if (constant) return wholeTexts(constant, constants);
  const keys = RETURNED[node.type];
  if (keys) return keys.flatMap((key) => [node[key]].flat().flatMap((child) => wholeTexts(child as Node, constants)));
  return textOf(node) === undefined ? [] : [node];
}

type Constants = ReadonlyMap<string, Node>;

function constantsOf(statement: Node): [string, Node][] {
  if (statement.type !== 'VariableDeclaration') return [];
  const declarators = statement.declarations as { id: { name: string }; init: Node | null }[];
  return declarators.flatMap(({ id, init }) => (init ? [[id.name, init]] : []));
}

function nameOf({ key }: Node): string {
  return (key as { name?: string }).name ?? '';
}

/** Outside of `codes/`, most strings are no messages: paths, code, HTML, patterns. */
function isProse(text: string): boolean {
  const withoutCode = text.replace(/`[^`]*`/g, '').trimEnd();
  return /[a-z…][,;]? ["“]?[A-Za-z…]/.test(withoutCode) && !/[\n{}<>=\\]|;(?! )|: "…"|^#/.test(withoutCode);
}

/** Returns all strings of the messages in a file. */
function messagesIn(file: string): Written[] {
  const source = fs.readFileSync(path.join(packageDir, file), 'utf8');
  const inCodes = file.startsWith(CODES);
  const found: Written[] = [];
  const whole = new Map<Node, 'note' | 'text'>();
  const body = parseSync(file, source).program.body as unknown as Node[];
  const constants: Constants = new Map(body.flatMap(constantsOf));
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (node.type === 'ImportDeclaration' || /^TS(?!As|Satisfies)/.test(node.type)) return;
    if (node.type === 'CallExpression') {
      const { property } = node.callee as { property?: { name: string } };
      if (property && COMPARING.has(property.name)) {
        walk(node.callee);
        return;
      }
    }
    if (node.type === 'ObjectExpression') {
      const properties = (node.properties as Node[]).filter(({ type }) => type === 'Property');
      const isMessage = inCodes || properties.some((property) => BESIDE_TEXT.has(nameOf(property)));
      for (const property of properties) {
        const name = nameOf(property);
        const is = name === 'notes' ? 'note' : name === 'text' && isMessage ? 'text' : undefined;
        if (is) for (const text of wholeTexts(property.value as Node, constants)) whole.set(text, is);
      }
    }
    if (inCodes && node.type === 'Property' && NO_MESSAGES.has(nameOf(node))) return;
    const text = textOf(node);
    if (text !== undefined && (inCodes || whole.has(node) || isProse(text))) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ place: `${file}:${line}`, text, is: whole.get(node) ?? 'part', inCodes });
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(body);
  return found;
}

const MESSAGES = FILES.flatMap(messagesIn);

const show = (all: Written[]): string[] => all.map(({ place, text }) => `${place} ${text}`);

it('there are messages to check', () => {
  expect(MESSAGES.filter(({ is }) => is === 'note').length).toBeGreaterThan(300);
  expect(MESSAGES.filter(({ is }) => is === 'text').length).toBeGreaterThan(200);
  expect(MESSAGES.filter(({ inCodes }) => !inCodes).length).toBeGreaterThan(500);
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
    if (text.includes('\n') || ESBUILD_WORDING.test(text)) return false;
    return /["“”]/.test(text.replace(/`[^`]*`/g, ''));
  });
  expect(show(wrong)).toEqual([]);
});
