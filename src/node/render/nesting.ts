/** Elements that a browser's parser does not leave where they were written, so that React finds another tree than it rendered. */

/** An element, and the one in which it cannot stay. */
export interface Misplaced {
  inner: string;
  outer: string;
}

const words = (text: string): Set<string> => new Set(text.split(' '));

const VOID = words('area base br col embed hr img input link meta param source track wbr');
/** Begin a paragraph's end. */
const BLOCKS = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
/** Beyond these, an element is not seen from within. */
const SCOPES = words('applet caption html table td th marquee object template foreignobject');
/** Beyond these, an item of a list is not ended by the next. */
const LIST_SCOPES = words(
  'ul ol dl menu article aside blockquote button center details fieldset figure footer form header hgroup main nav pre section summary',
);
/** What stands in parts of tables, and is put before the table otherwise. */
const CONTENT: Record<string, Set<string>> = {
  table: words('caption colgroup tbody tfoot thead style script template'),
  tbody: words('tr style script template'),
  thead: words('tr style script template'),
  tfoot: words('tr style script template'),
  tr: words('th td style script template'),
  colgroup: words('col template'),
};
const TABLE_PARTS = words('caption col colgroup tbody td tfoot th thead tr');
/** Elements that cannot be in one of their own kind. */
const ALONE = words('a button form nobr');

/** Stands for an element that is told of already. */
const GONE = '';

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/g;
const RAW = /^(?:script|style|textarea|title)$/;

/** The elements that are out of place in HTML as React prints it, each pair once. */
export function findMisplaced(html: string): Misplaced[] {
  const found = new Map<string, Misplaced>();
  const open: string[] = [];
  const tell = (inner: string, outer: string | undefined): void => {
    if (outer === undefined) return;
    found.set(`${inner} ${outer}`, { inner, outer });
    // What else is in it is a consequence.
    open[open.lastIndexOf(outer)] = GONE;
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    const [, slash, written, attributes = '', text] = token;
    const parent = open.at(-1);
    if (text !== undefined) {
      if (parent !== undefined && parent in CONTENT && text.trim() !== '') tell('text', parent);
      continue;
    }
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (slash) {
      // What an author wrote as HTML may be closed by what is around it.
      while (open.includes(name) && open.pop() !== name);
      continue;
    }
    if (!isForeign(open)) tell(name, outerOf(name, open));
    if (RAW.test(name)) {
      const end = html.indexOf(`</${written}`, TOKEN.lastIndex);
      if (end !== -1) TOKEN.lastIndex = end;
    }
    if (!VOID.has(name) && !attributes.endsWith('/')) open.push(name);
  }
  return [...found.values()];
}

/** In drawings and formulas names have another meaning, until HTML begins again. */
function isForeign(open: string[]): boolean {
  const foreign = Math.max(open.lastIndexOf('svg'), open.lastIndexOf('math'));
  return foreign > open.lastIndexOf('foreignobject');
}

/** The element in which one cannot stay. */
function outerOf(name: string, open: string[]): string | undefined {
  const parent = open.at(-1) ?? 'div';
  const content = CONTENT[parent];
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
