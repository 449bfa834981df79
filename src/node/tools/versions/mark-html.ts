/** Inserts what a page needs once it is archived. Everything else in the page remains byte-for-byte identical. */
import { VERSION_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { escapeHtml, toReferences } from '../../../shared/escape-html.ts';
import { VERSIONS_SCRIPT } from '../../../shared/versions/versions.ts';
import { NOT_LISTED } from '../../render/page-url.ts';
import type { HtmlFacts } from './read-html.ts';

export interface MarkOptions {
  id: string;
  label: string;
  base: string;
  siteBase: string;
  /** If true, the page also gets the link to the current version and the script. */
  isPage: boolean;
}

/** Returns the bytes of an archived page with everything that it needs. */
export function markHtml(page: HtmlFacts, { id, label, base: own, siteBase, isPage }: MarkOptions): Buffer {
  const { text, encoding, headEnd, bodyStart } = page;
  const base = escapeHtml(siteBase);
  const script = `<script src="${base}${VERSIONS_SCRIPT}" defer></script>`;
  const link = `<aside ${VERSION_ATTRIBUTE}="${escapeHtml(id)}" aria-label="Version"><a href="${base}">This is ${escapeHtml(label)}. Go to the current version.</a></aside>`;
  const edits: Edit[] = [
    ...canonicalEdits(page, own, siteBase),
    { start: headEnd, end: headEnd, by: `${NOT_LISTED}${isPage ? script : ''}` },
    ...(isPage && bodyStart !== undefined ? [{ start: bodyStart, end: bodyStart, by: link }] : []),
  ];
  edits.sort((a, b) => a.start - b.start);
  let marked = '';
  let end = 0;
  for (const edit of edits) {
    marked += text.slice(end, edit.start) + (encoding === 'utf8' ? edit.by : toReferences(edit.by));
    end = edit.end;
  }
  return Buffer.from(marked + text.slice(end), encoding);
}

interface Edit {
  start: number;
  end: number;
  by: string;
}

/** Points the canonical URL to the same page in the current version. */
function canonicalEdits({ canonical }: HtmlFacts, own: string, siteBase: string): Edit[] {
  const { origin, path = '' } =
    /^(?<origin>https?:\/\/[^/?#]+)?(?<path>.*)$/is.exec(canonical?.href ?? '')?.groups ?? {};
  if (!canonical || !path.startsWith(own)) return [];
  const href = `${origin ?? ''}${siteBase}${path.slice(own.length)}`;
  return [{ start: canonical.start, end: canonical.end, by: `href="${escapeHtml(href)}"` }];
}
