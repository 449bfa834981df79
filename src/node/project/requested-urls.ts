/** A pattern of code that requests a URL, and the policy directive that must allow it. */
interface UrlPattern {
  pattern: RegExp;
  directive: string;
  /** Default: all code. */
  within?: RegExp;
}

export interface RequestedUrl {
  url: URL;
  offset: number;
  length: number;
  directive: string;
}

const WRITTEN_URL = String.raw`((?:https?|wss?)://[^\s"'\x60)\\]+)`;
const call = (names: string): RegExp => new RegExp(String.raw`\b(?:${names})\(\s*["'\x60]${WRITTEN_URL}`, 'g');
/** In style sheets, the scheme may be missing. */
const IN_SHEET = WRITTEN_URL.replace('(?:https?|wss?):', '(?:https?:)?');
const inUrl = String.raw`url\(\s*["']?${IN_SHEET}`;

const IN_SCRIPTS: UrlPattern[] = [
  { pattern: call('fetch|WebSocket|EventSource|sendBeacon'), directive: 'connect-src' },
  { pattern: new RegExp(String.raw`<img\b[^>]*?\ssrc=\{?["'\x60]${WRITTEN_URL}`, 'g'), directive: 'img-src' },
  {
    pattern: new RegExp(String.raw`\shref=\{?["'\x60]${IN_SHEET}`, 'g'),
    within: /<link\b(?=[^>]*\brel=\{?["'`]stylesheet\b)[^>]*>/g,
    directive: 'style-src',
  },
];
const IN_SHEETS: UrlPattern[] = [
  { pattern: new RegExp(String.raw`@import\s+(?:url\(\s*)?["']?${IN_SHEET}`, 'g'), directive: 'style-src' },
  { pattern: new RegExp(inUrl, 'g'), within: /@font-face\s*\{[^}]*\}/g, directive: 'font-src' },
  { pattern: new RegExp(inUrl, 'g'), directive: 'img-src' },
];
/** Style sheet rules whose URLs are not images. */
const NO_PICTURES = /@import\b[^;]*;|@font-face\s*\{[^}]*\}/g;

/** In a style sheet, `url()` and `@import` request URLs; in a script, calls and elements do too. */
export function requestedUrls(text: string, isSheet: boolean): RequestedUrl[] {
  // Keeps the length, so that offsets do not change.
  const blank = (part: string): string => ' '.repeat(part.length);
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return (isSheet ? IN_SHEETS : [...IN_SCRIPTS, ...IN_SHEETS]).flatMap(({ pattern, directive, within }) => {
    const isPicture = directive === 'img-src';
    const searched = isPicture ? code.replace(NO_PICTURES, blank) : within ? only(code, within) : code;
    return [...searched.matchAll(pattern)].flatMap((match) => {
      const [whole, written = ''] = match;
      const offset = match.index + whole.length - written.length;
      const line = searched.slice(searched.lastIndexOf('\n', offset) + 1, offset);
      if (/^\s*\/\//.test(line) || !URL.canParse(written, SECURE)) return [];
      return [{ url: new URL(written, SECURE), offset, length: written.length, directive }];
    });
  });
}

/** Base of URLs without a scheme. */
const SECURE = 'https://site.invalid';

/** Blanks everything that the pattern does not match. Offsets do not change. */
function only(code: string, pattern: RegExp): string {
  let kept = '';
  for (const { 0: part, index } of code.matchAll(pattern))
    kept += code.slice(kept.length, index).replace(/[^\n]/g, ' ') + part;
  return kept;
}
