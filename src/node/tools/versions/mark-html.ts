/** Writes into an old page what it needs, once. Everything else in the page stays byte for byte. */
import { VERSION_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { escapeHtml, toReferences } from '../../../shared/escape-html.ts';
import { VERSIONS_SCRIPT } from '../../../shared/versions/versions.ts';
import { NOT_LISTED } from '../../render/address.ts';
import type { HtmlFacts } from './read-html.ts';

/** What a page gets: only `noindex`, also the link to the current version, or everything. */
export type Marking = 'unlisted' | 'link' | 'whole';

export interface MarkOptions {
  id: string;
  label: string;
  base: string;
  siteBase: string;
  marking: Marking;
}

/** Returns the bytes of a page with everything that it lacks. Replaces what it has from an earlier archiving. */
export function markHtml(page: HtmlFacts, { id, label, base: own, siteBase, marking }: MarkOptions): Buffer {
  const { text, encoding, headEnd, bodyStart = headEnd } = page;
  const base = escapeHtml(siteBase);
  const script = `<script src="${base}${VERSIONS_SCRIPT}" defer></script>`;
  const link = `<aside ${VERSION_ATTRIBUTE}="${escapeHtml(id)}" aria-label="Version"><a href="${base}">This is ${escapeHtml(label)}. Go to the current version.</a></aside>`;
  const inHead = `${page.isUnlisted ? '' : NOT_LISTED}${marking === 'whole' ? script : ''}`;
  const inBody = marking === 'unlisted' || page.bodyStart === undefined ? '' : link;
  const written = (added: string): string => (encoding === 'utf8' ? added : toReferences(added));
  const old = page.marks.filter(({ src }) => src === undefined || src === `${siteBase}${VERSIONS_SCRIPT}`);
  const edits: Edit[] = [
    ...old.map(({ start, end }) => ({ start, end, by: '' })),
    ...canonicalEdits(page, own, siteBase),
  ];
  edits.sort((a, b) => a.start - b.start);
  const kept = (from: number, to: number): string => {
    const inside = edits.filter(({ start, end }) => start >= from && end <= to);
    const starts = [from, ...inside.map(({ end }) => end)];
    return starts
      .map((start, index) => text.slice(start, inside[index]?.start ?? to) + written(inside[index]?.by ?? ''))
      .join('');
  };
  const marked = [
    kept(0, headEnd),
    written(inHead),
    kept(headEnd, bodyStart),
    written(inBody),
    kept(bodyStart, text.length),
  ];
  return Buffer.from(marked.join(''), encoding);
}

interface Edit {
  start: number;
  end: number;
  by: string;
}

/** Leads the canonical address to the same page of the current version. */
function canonicalEdits({ canonical }: HtmlFacts, own: string, siteBase: string): Edit[] {
  const { origin, path = '' } =
    /^(?<origin>https?:\/\/[^/?#]+)?(?<path>.*)$/is.exec(canonical?.href ?? '')?.groups ?? {};
  if (!canonical || !path.startsWith(own)) return [];
  const href = `${origin ?? ''}${siteBase}${path.slice(own.length)}`;
  return [{ start: canonical.start, end: canonical.end, by: `href="${escapeHtml(href)}"` }];
}
