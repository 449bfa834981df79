import fs from 'node:fs/promises';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { describeBlocked, isAllowed } from '../project/csp.ts';

/** A pattern of code that requests an address, and the policy directive that must allow it. */
interface AddressPattern {
  pattern: RegExp;
  directive: string;
  /** Parts of the code in which it is searched. Default: all code. */
  within?: RegExp;
}

interface Address {
  url: URL;
  offset: number;
  length: number;
  directive: string;
}

const ADDRESS = String.raw`((?:https?|wss?)://[^\s"'\x60)\\]+)`;
const call = (names: string): RegExp => new RegExp(String.raw`\b(?:${names})\(\s*["'\x60]${ADDRESS}`, 'g');
/** In style sheets, the scheme may be missing. */
const IN_SHEET = ADDRESS.replace('(?:https?|wss?):', '(?:https?:)?');
const inUrl = String.raw`url\(\s*["']?${IN_SHEET}`;

const IN_SCRIPTS: AddressPattern[] = [
  { pattern: call('fetch|WebSocket|EventSource|sendBeacon'), directive: 'connect-src' },
  { pattern: new RegExp(String.raw`<img\b[^>]*?\ssrc=\{?["'\x60]${ADDRESS}`, 'g'), directive: 'img-src' },
  {
    pattern: new RegExp(String.raw`\shref=\{?["'\x60]${IN_SHEET}`, 'g'),
    within: /<link\b(?=[^>]*\brel=\{?["'`]stylesheet\b)[^>]*>/g,
    directive: 'style-src',
  },
];
const IN_SHEETS: AddressPattern[] = [
  { pattern: new RegExp(String.raw`@import\s+(?:url\(\s*)?["']?${IN_SHEET}`, 'g'), directive: 'style-src' },
  { pattern: new RegExp(inUrl, 'g'), within: /@font-face\s*\{[^}]*\}/g, directive: 'font-src' },
  { pattern: new RegExp(inUrl, 'g'), directive: 'img-src' },
];
const SHEET = /\.(?:css|less|s[ac]ss)$/;
/** Style sheet rules whose addresses are not images. */
const NO_PICTURES = /@import\b[^;]*;|@font-face\s*\{[^}]*\}/g;

/** A string that is searched for addresses. */
export interface SearchedText {
  /** Absolute path of its file. */
  filePath: string;
  /** The text, if it differs from the file. */
  text?: string;
  /** The demo, if it is written in a page. */
  demo?: EmbeddedDemo;
  /** Location of a style sheet in the configuration. `text` is its text. */
  configured?: Location;
}

/**
 * Finds addresses in scripts and style sheets that the policy blocks. Each pair of host and directive is reported once.
 *
 * @param sources sources of the policy, by directive
 */
export async function findBlocked(
  { root }: Site,
  sources: Record<string, string[]>,
  searched: Iterable<SearchedText>,
): Promise<Diagnostic[]> {
  const found = new Map<string, Diagnostic>();
  const texts = await Promise.all(
    Array.from(searched, async ({ filePath, demo, configured, text }) => ({
      ...{ filePath, demo, configured },
      text: demo?.code?.text ?? text ?? (await fs.readFile(filePath, 'utf8').catch(() => '')),
    })),
  );
  for (const { filePath, demo, configured, text } of texts.filter(({ text }) => text.includes('//'))) {
    for (const { url, offset, length, directive } of addressesOf(text, SHEET.test(filePath) || !!configured)) {
      const key = `${directive} ${url.origin}`;
      if (found.has(key) || isAllowed(sources, directive, url)) continue;
      const at = locate(demo ? demo.location.file : relativePath(root, filePath), text, offset, length);
      const location = configured ?? (demo ? { ...at, line: demo.location.line + at.line } : at);
      found.set(key, describeBlocked(directive, url, { location }));
    }
  }
  return [...found.values()];
}

function addressesOf(text: string, isSheet: boolean): Address[] {
  // Same length, so that offsets do not change.
  const blank = (part: string): string => ' '.repeat(part.length);
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return (isSheet ? IN_SHEETS : [...IN_SCRIPTS, ...IN_SHEETS]).flatMap(({ pattern, directive, within }) => {
    const isPicture = directive === 'img-src';
    const searched = isPicture ? code.replace(NO_PICTURES, blank) : within ? only(code, within) : code;
    return [...searched.matchAll(pattern)].flatMap((match) => {
      const [whole, address = ''] = match;
      const offset = match.index + whole.length - address.length;
      const line = searched.slice(searched.lastIndexOf('\n', offset) + 1, offset);
      if (/^\s*\/\//.test(line) || !URL.canParse(address, SECURE)) return [];
      return [{ url: new URL(address, SECURE), offset, length: address.length, directive }];
    });
  });
}

/** Base of addresses without a scheme. */
const SECURE = 'https://site.invalid';

/** Blanks everything except the matches of a pattern. Offsets do not change. */
function only(code: string, pattern: RegExp): string {
  let kept = '';
  for (const { 0: part, index } of code.matchAll(pattern))
    kept += code.slice(kept.length, index).replace(/[^\n]/g, ' ') + part;
  return kept;
}
