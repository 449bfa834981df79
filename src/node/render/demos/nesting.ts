import { ownValue } from '../../../shared/own-value.ts';

/** Finds elements that the browser's HTML parser moves, so that React hydrates a different tree than it rendered. */

/** An element, and the ancestor in which the parser does not leave it. */
export interface Misplaced {
  inner: string;
  outer: string;
}

const words = (text: string): Set<string> => new Set(text.split(' '));

const VOID = words('area base br col embed hr img input link meta param source track wbr');
const BLOCKS = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
/** Elements that end the search for an open ancestor. */
const SCOPES = words('applet caption html table td th marquee object template foreignobject');
/** Elements that end the search for an open list item. */
const LIST_SCOPES = words(
  'ul ol dl menu article aside blockquote button center details fieldset figure footer form header hgroup main nav pre section summary',
);
/** Content that parts of tables allow. The parser moves all other content before the table. */
const CONTENT: Record<string, Set<string>> = {
  table: words('caption colgroup tbody tfoot thead style script template'),
  tbody: words('tr style script template'),
  thead: words('tr style script template'),
  tfoot: words('tr style script template'),
  tr: words('th td style script template'),
  colgroup: words('col template'),
};
const TABLE_PARTS = words('caption col colgroup tbody td tfoot th thead tr');
/** Elements that cannot be nested in an element of the same name. */
const ALONE = words('a button form nobr');

const GONE = '';

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/g;
const RAW = /^(?:script|style|textarea|title)$/;

/** Returns the misplaced elements in HTML that React printed, each pair once. */
export function findMisplaced(html: string): Misplaced[] {
  const found = new Map<string, Misplaced>();
  const open: string[] = [];
  const report = (inner: string, outer: string | undefined): void => {
    if (outer === undefined) return;
    found.set(`${inner} ${outer}`, { inner, outer });
    // Other misplaced elements in it are a consequence.
    open[open.lastIndexOf(outer)] = GONE;
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    const [, slash, written, attributes = '', text] = token;
    const parent = open.at(-1);
    if (text !== undefined) {
      if (parent !== undefined && Object.hasOwn(CONTENT, parent) && text.trim() !== '') report('text', parent);
      continue;
    }
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (slash) {
      // An element in the author's raw HTML may be closed by its ancestors.
      while (open.includes(name) && open.pop() !== name);
      continue;
    }
    if (!isForeign(open)) report(name, outerOf(name, open));
    if (RAW.test(name)) {
      const end = html.indexOf(`</${written}`, TOKEN.lastIndex);
      if (end !== -1) TOKEN.lastIndex = end;
    }
    if (!VOID.has(name) && !attributes.endsWith('/')) open.push(name);
  }
  return [...found.values()];
}

/**
 * Returns whether the current element is in SVG or MathML, where names have a different meaning, and not in HTML inside of these.
 */
function isForeign(open: string[]): boolean {
  const foreign = Math.max(open.lastIndexOf('svg'), open.lastIndexOf('math'));
  return foreign > open.lastIndexOf('foreignobject');
}

function outerOf(name: string, open: string[]): string | undefined {
  const parent = open.at(-1) ?? 'div';
  const content = ownValue(CONTENT, parent);
  if (content) return content.has(name) ? undefined : parent;
  if (TABLE_PARTS.has(name)) return parent === GONE ? undefined : parent;
  if (HEADINGS.has(name) && HEADINGS.has(parent)) return parent;
  if (ALONE.has(name) && isWithin(name, open, SCOPES)) return name;
  if (name === 'li' && isWithin('li', open, LIST_SCOPES, SCOPES)) return 'li';
  if (name === 'dd' || name === 'dt')
    for (const item of ['dd', 'dt']) if (isWithin(item, open, LIST_SCOPES, SCOPES)) return item;
  return BLOCKS.has(name) && isWithin('p', open, SCOPES, new Set(['button'])) ? 'p' : undefined;
}

function isWithin(name: string, open: string[], ...ends: Set<string>[]): boolean {
  for (const element of [...open].reverse()) {
    if (element === name) return true;
    if (ends.some((end) => end.has(element))) return false;
  }
  return false;
}
