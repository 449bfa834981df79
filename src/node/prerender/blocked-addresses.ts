import fs from 'node:fs/promises';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, locate } from '../diagnostics/diagnostic.ts';
import { relativePath } from '../files/paths.ts';
import { isAllowedBy } from './csp.ts';

/** Something in a text that asks for an address, and the directive that lets it. */
interface AddressPattern {
  pattern: RegExp;
  directive: string;
}

interface Address {
  url: URL;
  offset: number;
  length: number;
  directive: string;
}

const ADDRESS = String.raw`((?:https?|wss?)://[^\s"'\x60)\\]+)`;
const call = (names: string): RegExp => new RegExp(String.raw`\b(?:${names})\(\s*["'\x60]${ADDRESS}`, 'g');
const inUrl = String.raw`url\(\s*["']?${ADDRESS}`;

const IN_SCRIPTS: AddressPattern[] = [
  { pattern: call('fetch|WebSocket|EventSource|sendBeacon'), directive: 'connect-src' },
  { pattern: new RegExp(String.raw`<img\b[^>]*?\ssrc=\{?["'\x60]${ADDRESS}`, 'g'), directive: 'img-src' },
];
const IN_SHEETS: AddressPattern[] = [
  { pattern: new RegExp(String.raw`@import\s+(?:url\(\s*)?["']?${ADDRESS}`, 'g'), directive: 'style-src' },
  { pattern: new RegExp(String.raw`@font-face\s*\{[^}]*?${inUrl}`, 'g'), directive: 'font-src' },
  { pattern: new RegExp(inUrl, 'g'), directive: 'img-src' },
];
/** Parts of sheets in which an address is no picture's. */
const NO_PICTURES = /@import\b[^;]*;|@font-face\s*\{[^}]*\}/g;

/** Where sheets of fonts have their fonts. */
const FONT_HOSTS = new Map([['fonts.googleapis.com', 'https://fonts.gstatic.com']]);

/**
 * Addresses in demos and style sheets that the policy blocks, each host and directive once.
 *
 * @param sources of the policy, by directive
 * @param files absolute paths; for a demo in a page its id, with the demo
 */
export async function findBlocked(
  { root }: Site,
  sources: Record<string, string[]>,
  files: Map<string, EmbeddedDemo | undefined>,
): Promise<Diagnostic[]> {
  const found = new Map<string, Diagnostic>();
  const texts = await Promise.all(
    [...files].map(async ([file, demo]) => ({
      file,
      demo,
      text: demo?.code?.text ?? (await fs.readFile(file, 'utf8').catch(() => '')),
    })),
  );
  for (const { file, demo, text } of texts.filter(({ text }) => text.includes('://'))) {
    for (const { url, offset, length, directive } of addressesOf(text, /\.(?:css|less|s[ac]ss)$/.test(file))) {
      const key = `${directive} ${url.origin}`;
      if (found.has(key) || isAllowedBy(sources[directive] ?? sources['default-src'] ?? [], url)) continue;
      const name = demo ? demo.location.file : relativePath(root, file);
      const place = locate(name, text, offset, length);
      const location = demo ? { ...place, line: demo.location.line + place.line } : place;
      found.set(key, {
        severity: 'warning',
        code: 'CD507',
        text: `The content security policy blocks ${url.origin}`,
        location,
        notes: [`Allow it in the configuration: \`csp: { ${entriesFor(directive, url).join(', ')} }\`.`],
      });
    }
  }
  return [...found.values()];
}

function entriesFor(directive: string, url: URL): string[] {
  const fonts = directive === 'style-src' ? FONT_HOSTS.get(url.hostname) : undefined;
  return [`'${directive}': ['${url.origin}']`, ...(fonts ? [`'font-src': ['${fonts}']`] : [])];
}

function addressesOf(text: string, isSheet: boolean): Address[] {
  // As many characters, so that places stay.
  const blank = (part: string): string => ' '.repeat(part.length);
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return (isSheet ? IN_SHEETS : [...IN_SCRIPTS, ...IN_SHEETS]).flatMap(({ pattern, directive }) => {
    const isPicture = directive === 'img-src';
    const searched = isPicture ? code.replace(NO_PICTURES, blank) : code;
    return [...searched.matchAll(pattern)].flatMap((match) => {
      const [whole, address = ''] = match;
      const offset = match.index + whole.length - address.length;
      const line = searched.slice(searched.lastIndexOf('\n', offset) + 1, offset);
      if (/^\s*\/\//.test(line) || !URL.canParse(address)) return [];
      return [{ url: new URL(address), offset, length: address.length, directive }];
    });
  });
}
