/** The text of a hundred thousand pages would exhaust memory, so a site can leave it on disk. */

import { readFileSync } from 'node:fs';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import { hashOf } from '../base/hash.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { decodePage } from './read-page.ts';
import type { PageTexts, SourcePage, TextLook } from './types.ts';

export function createPageTexts(): PageTexts {
  // Keyed by `look`, which copies of a page share.
  const held = new WeakMap<TextLook, string>();
  return {
    of: (page) => held.get(page.look) ?? readText(page),
    hold: ({ look }, text) => void held.set(look, text),
    release: ({ look }) => void held.delete(look),
  };
}

/** Reads the text of a page from disk if it has a file. Throws a DiagnosticError (CD209) if it changed after the page was loaded. */
export function readText({ filePath, sourcePath, look, generated, entry }: SourcePage): string {
  let text = generated ?? entry?.text;
  if (text !== undefined) return text;
  try {
    text = decodePage(readFileSync(filePath, 'utf8'));
  } catch {
    // The file was removed after the page was loaded.
  }
  if (text === undefined || hashOf(text) !== look.hash) throw failure(2, 'changed-while-read', { file: sourcePath });
  return text;
}

/** Returns the locations of the front matter values of a page by key path, such as `hero.actions.0.link`. */
export function locateFrontmatter(page: SourcePage, texts: PageTexts): Record<string, Location> {
  return parseFrontmatter(texts.of(page), page.entry?.template ?? page.sourcePath).locations;
}
