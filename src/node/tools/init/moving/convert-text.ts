/** Converts the Markdown of another tool where it uses the tool's syntax. All other text remains byte-for-byte identical. */
import { findLinks } from '../../../markdown/find-links.ts';
import { createFenceReader } from '../../../markdown/parse/rewrite-lines.ts';
import type { MovedPage, PageText, Remark, TextRules } from './moved-site.ts';

/** Matches the marks of a fence, and the info string after them. */
const FENCE = /^(.*?(?:`{3,}|~{3,}))(.*)$/;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Converts a page. `resolve` returns a new URL for a link, or undefined. */
export function convertPage(
  page: MovedPage,
  {
    rules,
    resolve,
    remark,
  }: { rules: TextRules; resolve: (url: string) => string | undefined; remark: (remark: Remark) => void },
): string {
  const [head = ''] = FRONT_MATTER.exec(page.text) ?? [];
  const body = page.text.slice(head.length);
  const format = page.to.endsWith('.mdx') ? 'mdx' : 'md';
  const converted = convertLines(convertLinks(body, format, resolve), rules, {
    page,
    resolve,
    remark: (text, line) => remark({ text, page, line: line + head.split('\n').length - 1 }),
  });
  return convertFrontmatter(convertHead(head, resolve), page) + converted;
}

/** Converts the links in the front matter of a home page. */
function convertHead(head: string, resolve: (url: string) => string | undefined): string {
  return head.replace(/^(\s+(?:- )?link: *['"]?)([^\s'"]+)/gm, (all, before: string, url: string) => {
    const next = resolve(url);
    return next === undefined ? all : before + next;
  });
}

function convertLinks(body: string, format: 'md' | 'mdx', resolve: (url: string) => string | undefined): string {
  let result = body;
  const links = findLinks(body, format).flatMap(({ url, target }) => (target ? [{ url, target }] : []));
  for (const {
    url,
    target: [start, end],
  } of links.toSorted((a, b) => b.target[0] - a.target[0])) {
    const next = resolve(url);
    if (next === undefined) continue;
    const written = result.slice(start, end);
    const [, open = '', close = ''] = /^(["'<]?).*?(["'>]?)$/s.exec(written) ?? [];
    result = result.slice(0, start) + open + next + close + result.slice(end);
  }
  return result;
}

function convertLines(
  body: string,
  rules: TextRules,
  { remark, ...page }: Omit<PageText, 'remark'> & { remark: (text: string, line: number) => void },
): string {
  const end = body.includes('\r\n') ? '\r\n' : '\n';
  const readFence = createFenceReader();
  let number = 0;
  const own = rules.of({ ...page, remark: (text) => remark(text, number) });
  const result: string[] = [];
  let open: { line: string; code: string[] } | undefined;
  for (const line of body.split(end)) {
    number++;
    const kind = readFence(line);
    if (kind === 'mark' && open) {
      const [, before = '', info = ''] = FENCE.exec(open.line) ?? [];
      const next = own.fence(info, open.code);
      result.push(before + next.info, ...next.code, line);
      open = undefined;
    } else if (kind === 'mark') open = { line, code: [] };
    else if (open) open.code.push(line);
    else result.push(...own.line(line).map((one) => withHeadingId(one, rules)));
  }
  if (open) result.push(open.line, ...open.code);
  return result.join(end);
}

/** Adds the heading's old id, so that anchors on the old site remain valid. */
function withHeadingId(line: string, { headingId }: TextRules): string {
  const [, text = ''] = /^#{2,6}[ \t]+(.*?)[ \t]*$/.exec(line) ?? [];
  if (text === '' || !headingId || /\{#[^}]+\}$/.test(text)) return line;
  const id = headingId(text);
  return id === text.toLowerCase().replaceAll(' ', '-') ? line : `${line.trimEnd()} {#${id}}`;
}

/** Changes lines with top-level keys, and adds keys at the end. */
function convertFrontmatter(head: string, { frontmatter = {}, renamed = {} }: MovedPage): string {
  const changes = Object.entries(frontmatter);
  const isSame = changes.every(([, value]) => value === undefined) && head === '';
  if (isSame || (changes.length === 0 && Object.keys(renamed).length === 0)) return head;
  const lines = head === '' ? ['---', '---', '', ''] : head.split('\n');
  const close = lines.findLastIndex((line) => /^---\s*$/.test(line));
  const rows = lines.slice(1, close);
  for (const [from, to] of Object.entries(renamed)) {
    const index = rows.findIndex((row) => row.startsWith(`${from}:`));
    if (index !== -1) rows[index] = to + (rows[index] ?? '').slice(from.length);
  }
  for (const [key, value] of changes) {
    const index = rows.findIndex((row) => row.startsWith(`${key}:`));
    const next = rows.findIndex((row, at) => at > index && !/^[ \t-]/.test(row));
    const row = value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`];
    if (index === -1) rows.push(...row);
    else rows.splice(index, (next === -1 ? rows.length : next) - index, ...row);
  }
  return ['---', ...rows, ...lines.slice(close)].join('\n');
}

/** Applies a change to the parts of a line that are not inline code. */
export function outsideCode(line: string, change: (text: string) => string): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** Marks code with a default export as plain code, because it would otherwise become a demo. */
export function asCode(info: string, code: string[]): string {
  const isDemo = /^\s*[jt]sx\b/.test(info) && code.some((line) => /^\s*export\s+default\b/.test(line));
  return isDemo ? info.replace(/^(\s*\w+)/, '$1 | pure') : info;
}

/** Returns a function that converts formulas between dollar signs. The function must be called with each line outside code, in order. */
export function createMathConverter(): (line: string) => string {
  let isOpen = false;
  return (line) => {
    if (/^\s*\$\$\s*$/.test(line)) {
      isOpen = !isOpen;
      return line.replace('$$', isOpen ? '```math' : '```');
    }
    const [, indent, formula] = /^(\s*)\$\$(.+)\$\$\s*$/.exec(line) ?? [];
    if (formula !== undefined && !isOpen) return `${indent}\`\`\`math\n${indent}${formula.trim()}\n${indent}\`\`\``;
    if (isOpen) return line;
    return outsideCode(line, (text) =>
      text.replace(/(?<![\\$])\$(?!\s)([^$`]+?)(?<!\s)\$(?![\d$])/g, (_, tex: string) => `$\`${tex}\`$`),
    );
  };
}

/** Returns the words of the file name as the title of a page that has neither a title nor a heading. */
export function missingTitle(text: string, file: string): { title?: string } {
  if (/^(?:# |title:|hero:)/m.test(text)) return {};
  const name = file
    .replace(/(?:\/index)?\.mdx?$/, '')
    .replace(/^.*\//, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return { title: name.charAt(0).toUpperCase() + name.slice(1) };
}

/** Removes semicolons at the ends of lines in diagrams, which our diagram package does not support. */
export function convertDiagram(info: string, code: string[]): string[] {
  return /^\s*mermaid\b/.test(info) ? code.map((line) => line.replace(/;\s*$/, '')) : code;
}
