/**
 * Checks Markdown, comments, messages and the titles of tests: spelling, words and phrases to avoid, long sentences,
 * large table cells, long lines of the changelog.
 *
 *   npm run lint:prose                 all files that `exempt.txt` does not list
 *   npm run lint:prose -- src/cli      these files and folders, also if they are exempt
 *   npm run lint:prose -- --exempt     findings of each entry of `exempt.txt`
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings, spellCheckDocument } from 'cspell-lib';
import { globSync } from 'tinyglobby';
import { proseOfCode, proseOfMarkdown, proseOfMessages } from './prose-of.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '../..');

const MAX_WORDS = 30;
const MAX_CELL = 200;
const MAX_WORDS_OF_CHANGE = 25;
/**
 * Files whose sentences and table cells are measured, including files outside of the repository. Comments and the
 * changelog may have longer sentences.
 */
const MEASURED = /^(?:\/.*|README\.md|docs\/_handbook\/.*\.mdx?|src\/node\/base\/diagnostics\/codes\/.*)$/;
const CHANGELOG = /^(?:\/.*)?\bCHANGELOG\.md$/;
const MESSAGES = /^src\/node\/base\/diagnostics\/codes\//;
const FILES = ['**/*.{md,mdx,ts,tsx,mjs}'];
const NO_FILES = ['**/node_modules', '**/dist', 'lib', 'tests/.tmp', 'tests/fixtures'];

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @typedef {{ offset: number, text: string }} Finding */

const lines = (/** @type {string} */ name) =>
  fs
    .readFileSync(path.join(here, name), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const longSentences = lines('long-sentences.txt');
/** Phrases with `in: 'measured'` have one name in texts for users; code may call the thing by another one. */
/** @type {{ avoid: string, write: string, in?: 'measured' }[]} */
const phraseList = JSON.parse(fs.readFileSync(path.join(here, 'phrases.json'), 'utf8'));
const phrases = phraseList.map(({ avoid, write, in: where }) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${avoid.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'),
  write,
  where,
}));

const settings = await readSettings(path.join(here, 'cspell.json'));

/** @returns {Promise<string[]>} Findings with their locations. */
async function check(/** @type {string} */ file) {
  const source = fs.readFileSync(path.resolve(root, file), 'utf8');
  const isMarkdown = /\.mdx?$/.test(file);
  const proses = isMarkdown ? [proseOfMarkdown(source, file.endsWith('.mdx'))] : [proseOfCode(file, source)];
  if (MESSAGES.test(file)) proses.push(proseOfMessages(file, source));
  /** @type {Finding[]} */
  const findings = [];
  for (const { text, blocks } of proses) {
    findings.push(...(await wordsOf(file, text)), ...phrasesOf(text, MEASURED.test(file)));
    if (MEASURED.test(file)) findings.push(...sentencesOf(text, blocks));
  }
  if (isMarkdown && MEASURED.test(file)) findings.push(...cellsOf(source));
  if (CHANGELOG.test(file)) findings.push(...changesOf(source));
  return findings
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, text }) => `${file}:${locationOf(source, offset)} ${text}`);
}

/** @returns {Promise<Finding[]>} */
async function wordsOf(/** @type {string} */ file, /** @type {string} */ text) {
  const uri = pathToFileURL(path.resolve(root, file)).href;
  const document = { uri, text, languageId: 'plaintext' };
  const { issues } = await spellCheckDocument(document, { generateSuggestions: false, noConfigSearch: true }, settings);
  return issues.map(({ offset, text: word, isFlagged, suggestionsEx = [] }) => {
    const write = suggestionsEx.map(({ word }) => word).join(', ');
    if (!isFlagged) return { offset, text: `Unknown word: ${word}` };
    return { offset, text: `Avoid "${word}"${write && `, write ${write}`}` };
  });
}

/** @returns {Finding[]} */
function phrasesOf(/** @type {string} */ text, /** @type {boolean} */ isMeasured) {
  const known = phrases.filter(({ where }) => where === undefined || isMeasured);
  return known.flatMap(({ pattern, write }) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      offset: index,
      text: `Avoid "${found.replace(/\s+/g, ' ')}": ${write}`,
    })),
  );
}

const wordsIn = (/** @type {string} */ text) => text.match(/(?=\S*[\p{L}\p{N}`])\S+/gu) ?? [];

/** @returns {Finding[]} */
function sentencesOf(/** @type {string} */ text, /** @type {[number, number][]} */ blocks) {
  return blocks.flatMap(([start, end]) => {
    let offset = start;
    return text
      .slice(start, end)
      .split(/((?<=[.!?][)"'*_]*)\s+)/)
      .flatMap((sentence) => {
        const at = offset + (sentence.length - sentence.trimStart().length);
        offset += sentence.length;
        const words = wordsIn(sentence);
        // A list of options is not a sentence.
        if (!/\p{L}/u.test(sentence)) return [];
        if (words.length <= MAX_WORDS || longSentences.some((known) => words.join(' ').startsWith(known))) return [];
        return [{ offset: at, text: `${words.length} words in a sentence, at most ${MAX_WORDS}: divide it` }];
      });
  });
}

/** @returns {Finding[]} */
function cellsOf(/** @type {string} */ source) {
  return [...source.matchAll(/^\|.*$/gm)].flatMap(({ index: row, 0: line }) =>
    [...line.matchAll(/(?<=(?<!\\)\|)(?:\\\||[^|])+/g)].flatMap(({ index, 0: cell }) => {
      const { length } = cell.trim();
      if (length <= MAX_CELL) return [];
      return [{ offset: row + index + 1, text: `${length} characters in a table cell, at most ${MAX_CELL}` }];
    }),
  );
}

/** @returns {Finding[]} */
function changesOf(/** @type {string} */ source) {
  const isFirstRelease = source.match(/^## /gm)?.length === 1;
  return [...source.matchAll(/^(?:- |### (?!Added|Security)).*$/gm)].flatMap(({ index: offset, 0: line }) => {
    if (line.startsWith('#')) {
      if (!isFirstRelease) return [];
      return [{ offset, text: `"${line}" before the first release: correct the line of the feature instead` }];
    }
    const { length } = wordsIn(line);
    if (length <= MAX_WORDS_OF_CHANGE) return [];
    return [
      { offset, text: `${length} words for a change, at most ${MAX_WORDS_OF_CHANGE}: leave details to the handbook` },
    ];
  });
}

function locationOf(/** @type {string} */ source, /** @type {number} */ offset) {
  const before = source.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

const list = (/** @type {string[]} */ patterns, /** @type {string[]} */ ignore = []) =>
  globSync(patterns, { cwd: root, dot: true, ignore: [...NO_FILES, ...ignore], expandDirectories: false }).sort();

/** Files of entries: a file, a glob, or a folder. */
const filesOf = (/** @type {string[]} */ entries) =>
  list(
    entries.flatMap((entry) => {
      const isFolder = fs.statSync(path.join(root, entry), { throwIfNoEntry: false })?.isDirectory();
      return isFolder ? FILES.map((pattern) => `${entry.replace(/\/$/, '')}/${pattern}`) : [entry];
    }),
  );

async function report(/** @type {string[]} */ files) {
  const all = [];
  for (const file of files) all.push(...(await check(file)));
  return all;
}

const args = process.argv.slice(2);
const exempt = lines('exempt.txt');
if (args[0] === '--exempt') {
  for (const entry of exempt) {
    const files = filesOf([entry]);
    const { length } = await report(files);
    print(`${String(length).padStart(6)}  ${entry} (${files.length} files)${length === 0 ? ' — remove it' : ''}`);
  }
} else {
  const isOutside = args.some((arg) => path.isAbsolute(arg));
  const ignored = new Set(args.length > 0 ? [] : filesOf(exempt));
  const files = isOutside ? args : (args.length > 0 ? filesOf(args) : list(FILES)).filter((file) => !ignored.has(file));
  const found = await report(files);
  for (const entry of args.length > 0 ? [] : exempt)
    if (filesOf([entry]).length === 0) found.push(`.ci/prose/exempt.txt: ${entry} matches no file: remove it`);
  for (const line of found) print(line);
  const exempted = ignored.size > 0 ? `, ${ignored.size} exempt` : '';
  print(`${files.length} files checked${exempted}: ${found.length} findings`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
