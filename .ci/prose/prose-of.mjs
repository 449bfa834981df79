/** Finds the prose of a file. Everything else becomes spaces, so that offsets do not change. */
import { parseSync } from 'oxc-parser';

/**
 * @typedef {object} Prose
 * @property {string} text As long as the file; code is blank, and inline code is one backtick.
 * @property {[start: number, end: number][]} blocks Paragraphs, list items, table cells and strings. Empty for comments.
 */

const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ');
/** Inline code counts as one word of a sentence. */
const inline = (/** @type {string} */ code) => `\`${blank(code.slice(1))}`;

const URLS = /\b(?:https?|file|data|node|npm|jsr):[^\s)>\]"'`]+/g;

/** @returns {Prose} */
export function proseOfMarkdown(/** @type {string} */ source, isMdx = false) {
  let text = source
    .replace(/^---\n[\s\S]*?\n---(?=\n|$)/, (matter) =>
      matter.replace(/^.*$/gm, (line) => line.replace(/^(?!(?:title|description):).*|^\w+:/, blank)),
    )
    .replace(/^([ \t>]*(?:[-*+]|\d+\.)?[ \t]*)(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t>]*\2[`~]*[ \t]*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(?<![\\`])(`+)(?!`)(?:(?!\n\n)[\s\S])*?(?<!`)\1(?!`)/g, inline);
  if (isMdx) text = text.replace(/^(?:import|export)\b.*$/gm, blank).replace(/\{[^{}\n]*\}/g, blank);
  text = text
    .replace(/<\/?[A-Za-z][^<>]*>/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/^\[[^\]\n]+\]:.*$/gm, blank)
    .replace(/\{#[^}\n]*\}/g, blank)
    .replace(/^:{3,}[ \t]*[\w-]*/gm, blank)
    .replace(URLS, blank);
  return { text, blocks: blocksOf(text) };
}

/** @returns {Prose['blocks']} */
function blocksOf(/** @type {string} */ text) {
  /** @type {Prose['blocks']} */
  const blocks = [];
  let isOpen = false;
  for (const { 0: line, index } of text.matchAll(/^.*$/gm)) {
    if (/^[ \t>]*\|/.test(line)) {
      for (const cell of line.matchAll(/(?<=\|)[^|]+/g))
        blocks.push([index + cell.index, index + cell.index + cell[0].length]);
      isOpen = false;
      continue;
    }
    const isStart = /^[ \t>]*(?:[-*+]|\d+\.|#{1,6})[ \t]/.test(line);
    const last = blocks.at(-1);
    if (line.trim() === '') isOpen = false;
    else if (isOpen && !isStart && last) last[1] = index + line.length;
    else {
      blocks.push([index, index + line.length]);
      isOpen = !line.trimStart().startsWith('#');
    }
  }
  return blocks;
}

/** The comments, and the titles of tests. @returns {Prose} */
export function proseOfCode(/** @type {string} */ file, /** @type {string} */ source) {
  const { program, comments } = parseSync(file, source);
  /** @type {[number, number][]} */
  const titles = [];
  visitTitles(program, (start, end) => titles.push([start + 1, end - 1]));
  const starts = new Set(titles.map(([start]) => start));
  const ranges = [...comments.map(({ start, end }) => /** @type {[number, number]} */ ([start, end])), ...titles];
  ranges.sort((a, b) => a[0] - b[0]);
  return {
    text: keepOnly(source, ranges, (text, start) => (starts.has(start) ? maskString(text) : maskComment(text))),
    blocks: [],
  };
}

const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);
const MODIFIERS = new Set([
  'each',
  'for',
  'skip',
  'skipIf',
  'runIf',
  'only',
  'todo',
  'fails',
  'concurrent',
  'sequential',
]);

function visitTitles(/** @type {any} */ node, /** @type {(start: number, end: number) => void} */ found) {
  if (!node || typeof node !== 'object') return;
  if (node.type === 'CallExpression' && TEST_FUNCTIONS.has(calledName(node))) {
    const [title] = node.arguments;
    const isString = title?.type === 'Literal' && typeof title.value === 'string';
    if (isString || title?.type === 'TemplateLiteral') found(title.start, title.end);
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') visitTitles(value, found);
}

/** Returns `it` for `it()`, `it.skip()`, `it.each([])()` and `it.skipIf(true)()`. */
function calledName(/** @type {any} */ node) {
  let called = node;
  for (;;)
    if (called.type === 'CallExpression') called = called.callee;
    else if (called.type === 'MemberExpression' && MODIFIERS.has(called.property.name)) called = called.object;
    else return called.name;
}

function maskComment(/** @type {string} */ comment) {
  return comment
    .replace(/^\/[/*]+|\*+\/$/g, blank)
    .replace(/^[ \t]*\*(?=\s)/gm, blank)
    .replace(/^\s*\/?\s*(?:biome-ignore|@ts-|@vite-|[#@]__|[#@] ?source).*/, blank)
    .replace(/\{@\w+[^}\n]*\}/g, blank)
    .replace(/@(?:param|property|typedef|type|template|returns)\b(?:\s*\{[^}\n]*\})?(?:\s+\[?\w+\]?(?=\s))?/g, blank)
    .replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, inline)
    .replace(URLS, blank);
}

/** The texts of messages: strings and templates, without examples. @returns {Prose} */
export function proseOfMessages(/** @type {string} */ file, /** @type {string} */ source) {
  const { program } = parseSync(file, source);
  /** @type {Prose['blocks']} */
  const blocks = [];
  visitStrings(program, (start, end) => blocks.push([start + 1, end - 1]));
  blocks.sort((a, b) => a[0] - b[0]);
  return { text: keepOnly(source, blocks, maskString), blocks };
}

function maskString(/** @type {string} */ string) {
  return string
    .replace(/\$\{[^}]*\}/g, inline)
    .replace(/\\`[^`]*`|`[^`]*`/g, inline)
    .replace(URLS, blank);
}

/** Values that are code or identifiers. */
const NO_PROSE = new Set(['example', 'name', 'severity']);

function visitStrings(/** @type {any} */ node, /** @type {(start: number, end: number) => void} */ found) {
  if (Array.isArray(node)) for (const item of node) visitStrings(item, found);
  if (!node || typeof node !== 'object' || Array.isArray(node)) return;
  if (node.type === 'ImportDeclaration' || node.type?.startsWith('TS')) return;
  if (node.type === 'Property' && NO_PROSE.has(node.key.name)) return;
  const isString = node.type === 'Literal' && typeof node.value === 'string';
  if (
    (isString || node.type === 'TemplateLiteral') &&
    /\s/.test(node.value ?? node.quasis.map((/** @type {any} */ part) => part.value.raw).join(' '))
  )
    return found(node.start, node.end);
  for (const [key, value] of Object.entries(node)) if (key !== 'parent' && key !== 'key') visitStrings(value, found);
}

function keepOnly(
  /** @type {string} */ source,
  /** @type {[number, number][]} */ ranges,
  /** @type {(text: string, start: number) => string} */ mask,
) {
  let text = '';
  for (const [start, end] of ranges) {
    if (start < text.length) continue;
    text += blank(source.slice(text.length, start)) + mask(source.slice(start, end), start);
  }
  return text + blank(source.slice(text.length));
}
