import { escapeHtml } from '../../shared/escape-html.ts';
import { findLinks, type WrittenLink } from '../markdown/find-links.ts';
import type { TextEdit } from './replace-tags.ts';

/** Returns the new target of a link. `undefined` keeps the target, `false` removes the link and keeps its text. */
export type Retarget = (target: string) => string | false | undefined;

/** Returns the edits of a text without front matter that rewrite its links. */
export function linkEdits(text: string, format: 'md' | 'mdx', retarget: Retarget): TextEdit[] {
  return findLinks(text, format).flatMap((link) => linkEdit(link, retarget) ?? []);
}

function linkEdit({ kind, url, range, target, text }: WrittenLink, retarget: Retarget): TextEdit | undefined {
  const next = kind === 'srcset' ? retargetAll(url, retarget) : retarget(url);
  if (next === undefined) return undefined;
  const [start, end] = range;
  if (next === false) return { start, end, inner: text, print: (inner) => inner };
  // The definition of a reference is rewritten.
  if (target === undefined) return undefined;
  const [from, to] = target;
  const written = kind === 'markdown' ? linkTarget(next) : `"${escapeHtml(next)}"`;
  return { start: from, end: to, inner: [from, from], print: () => written };
}

/** Rewrites the candidates of a `srcset`. */
function retargetAll(value: string, retarget: Retarget): ReturnType<Retarget> {
  const candidates = Array.from(value.matchAll(/([^\s,]\S*[^\s,])(\s+[^\s,]+)?/g), ([, url = '', size = '']) => ({
    url,
    size,
    next: retarget(url),
  }));
  if (candidates.every(({ next }) => next === undefined)) return undefined;
  const kept = candidates.flatMap(({ url, size, next = url }) => (next === false ? [] : [`${next}${size}`]));
  return kept.length > 0 && kept.join(', ');
}

/** Returns a target as it is written in Markdown. A target with spaces or parentheses is in angle brackets. */
export function linkTarget(target: string): string {
  return /[\s()<>]/.test(target) ? `<${target.replace(/[<>\n]/g, encodeURIComponent)}>` : target;
}
