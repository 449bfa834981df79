/** What the info string of a code fence says. */
export interface FenceInfo {
  /** Language as written, or empty. */
  lang: string;
  title?: string;
  /** Lines to highlight, from 1. */
  lines: Set<number>;
  /** Words after `|`: `pure`, `demo`, `inline`; `pure` also without one. */
  flags: Set<string>;
}

/** Most lines that a range may name: `{1-999999999}` must not fill the memory. */
const MOST_LINES = 10_000;

/** Reads an info string such as `tsx {1,3-5} [index.tsx] | pure`; its parts may also touch, as in `tsx{1}`. */
export function parseFenceInfo(lang: string | null | undefined, meta: string | null | undefined): FenceInfo {
  const info = `${lang ?? ''} ${meta ?? ''}`;
  const name = /^[^\s{[|]*/.exec(info)?.[0] ?? '';
  const bar = info.search(/(^|[\s}\]\w])\|/);
  const head = bar === -1 ? info : info.slice(0, bar + 1);
  const tail = bar === -1 ? '' : info.slice(bar + 1);
  const title = /\[([^\]]+)\]/.exec(head + tail)?.[1];
  const words = head.slice(name.length).replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const bare = /(?:^|\s)pure(?=\s|$)/.test(words) ? ['pure'] : [];
  return {
    lang: name,
    ...(title ? { title } : {}),
    lines: lineSet(/\{([\d,\s-]+)\}/.exec(info)?.[1] ?? ''),
    flags: new Set([...bare, ...(tail.replace(/\[[^\]]*\]/g, '').match(/[a-z]+/gi) ?? [])]),
  };
}

function lineSet(ranges: string): Set<number> {
  const lines = new Set<number>();
  for (const range of ranges.split(',')) {
    const [, first, last] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range) ?? [];
    if (!first) continue;
    const end = Math.min(Number(last ?? first), Number(first) + MOST_LINES);
    for (let line = Number(first); line <= end; line++) lines.add(line);
  }
  return lines;
}
