/**
 * Prints sentences of the project by a fixed seed, for a strict reading, or with `--words` the words per page and per
 * sentence of the handbook: `node tests/bench/sentences.mjs [count] [seed]`.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRandom } from './random.mjs';

const HANDBOOK = /^docs\/_handbook\/docs\/.*\.mdx?$/;
const SHARES = {
  handbook: { of: 40, files: (file) => HANDBOOK.test(file) && !file.endsWith('messages.md') },
  messages: { of: 15, files: (file) => file.endsWith('reference/messages.md') },
  readmes: { of: 15, files: (file) => /^src\/(?:.*\/)?README\.md$/.test(file) },
  comments: { of: 15, files: (file) => /^src\/.*\.tsx?$/.test(file) },
  changelog: { of: 15, files: (file) => file === 'CHANGELOG.md' },
};

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');

/** Returns the prose of Markdown: without front matter, code blocks, tags and the marks of links. */
export function proseOf(text) {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^([ \t]*)(`{3,})[\s\S]*?^\1\2\s*$/gm, '')
    .replace(/^(?:import|export) .*$/gm, '')
    .replace(/^\s*<.*>\s*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[[\]]/g, '');
}

function commentsOf(text) {
  const blocks = [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, body]) => body.replace(/^\s*\* ?/gm, ''));
  const lines = [...text.matchAll(/^\s*\/\/ (.*)$/gm)].map(([, line]) => line).filter((line) => !/^biome/.test(line));
  return [...blocks, ...lines].join('\n\n');
}

/** Cells of tables, items of lists and paragraphs are divided at the ends of sentences. */
export function sentencesOf(prose) {
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) ?)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(' | '))
    .flatMap((block) => block.split(/(?<=[.!?:])\s+(?=[A-Z`])/))
    .map((sentence) => sentence.replace(/^[\s|#*-]+|[\s|]+$/g, ''))
    .filter((sentence) => sentence.split(' ').length > 3);
}

const read = (file) => fs.readFileSync(file, 'utf8');

if (process.argv.includes('--words')) {
  const pages = tracked.filter(SHARES.handbook.files).map((file) => [file, read(file)]);
  const words = pages.map(([, text]) => text.split(/\s+/).filter(Boolean).length);
  const sentences = pages.flatMap(([, text]) => sentencesOf(proseOf(text)));
  const inSentences = sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0);
  const total = words.reduce((sum, one) => sum + one, 0);
  console.log(
    `${pages.length} pages, ${total} words, ${Math.round(total / pages.length)} a page, ${(inSentences / sentences.length).toFixed(1)} words a sentence`,
  );
} else {
  const [count = 400, seed = 56] = process.argv.slice(2).map(Number);
  const random = createRandom(seed);
  for (const [name, { of, files }] of Object.entries(SHARES)) {
    const texts = tracked.filter(files).map(read);
    const all = texts.flatMap((text) => sentencesOf(name === 'comments' ? commentsOf(text) : proseOf(text)));
    for (let index = 0; index < (count * of) / 100; index++)
      console.log(`${name}: ${all[Math.floor(random() * all.length)]}`);
  }
}
