import fs from 'node:fs/promises';
import { type Diagnostic, type Location, locate } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { locationInCode } from '../markdown/code-location.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { describeBlocked, isAllowed } from '../project/csp.ts';
import { requestedAddresses } from '../project/requested-addresses.ts';

const SHEET = /\.(?:css|less|s[ac]ss)$/;
export interface SearchedText {
  /** Absolute path of its file. */
  filePath: string;
  /** The text, if it differs from the file. */
  text?: string;
  demo?: EmbeddedDemo;
  /** Location of a style sheet in the configuration. `text` is its text. */
  configured?: Location;
}

/** Each pair of host and directive is reported once. `sources` are those of the policy, by directive. */
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
    for (const { url, offset, length, directive } of requestedAddresses(text, SHEET.test(filePath) || !!configured)) {
      const key = `${directive} ${url.origin}`;
      if (found.has(key) || isAllowed(sources, directive, url)) continue;
      const at = locate(demo ? demo.location.file : relativePath(root, filePath), text, offset, length);
      const location = configured ?? (demo ? locationInCode(at, demo) : at);
      found.set(key, describeBlocked(directive, url, { location }));
    }
  }
  return [...found.values()];
}
