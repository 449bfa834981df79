import { DEMO_STYLE_ATTRIBUTE } from '../../shared/dom-contract.ts';

/** The styles that demos of one page made while they were rendered, each rule once. */
export interface PageStyles {
  /** HTML of elements that stand before the style sheets. */
  first: string;
  /** HTML of those that stand at the end of the head. */
  last: string;
}

/** An element with the text of its attributes and its content. */
interface StyleElement {
  html: string;
  attributes: string;
  css: string;
}

/**
 * Joins the styles of demos, in the order of the page. Elements of libraries that look for their own when they come alive
 * are joined as they read them; of others, one stands for all that are equal.
 *
 * @param demos `<style>` and `<link>` elements of each demo
 */
export function joinStyles(demos: string[][]): PageStyles {
  const elements = demos.flat().map(parse);
  const styled = elements.filter(({ attributes }) => /\bdata-styled=/.test(attributes));
  const paths = elements.filter(({ attributes }) => /\bdata-ant-cssinjs-cache-path=/.test(attributes));
  const joined = new Set([...styled, ...paths]);
  const others = withoutRepeated(elements.filter((element) => !joined.has(element)));
  // Where these libraries insert theirs: some before all sheets, so that those win.
  const isFirst = ({ attributes }: StyleElement): boolean => /\bdata-rc-order="prepend/.test(attributes);
  const print = (list: StyleElement[]): string =>
    list.map(({ html }) => html.replace(/^<\w+/, `$& ${DEMO_STYLE_ATTRIBUTE}`)).join('');
  return {
    first: print([...others.filter(isFirst), ...joinCachePaths(paths)]),
    last: print([...others.filter((element) => !isFirst(element)), ...joinStyled(styled)]),
  };
}

function parse(html: string): StyleElement {
  const [, attributes = '', css = ''] = /^<\w+([^>]*)>([\s\S]*?)(?:<\/style>)?$/.exec(html) ?? [];
  return { html, attributes, css };
}

/** Each element once; one of Emotion's, whose attribute lists its rules, where it brings a rule that is not there yet. */
function withoutRepeated(elements: StyleElement[]): StyleElement[] {
  const known = new Set<string>();
  return elements.filter(({ html, attributes }) => {
    const [, key, names] = /\bdata-emotion="(\S+) ([^"]+)"/.exec(attributes) ?? [];
    const hash = /\bdata-css-hash="([^"]+)"/.exec(attributes)?.[1];
    const rules = names ? names.split(' ').map((name) => `${key} ${name}`) : [hash ? `hash ${hash}` : html];
    const isNew = rules.some((rule) => !known.has(rule));
    for (const rule of rules) known.add(rule);
    return isNew;
  });
}

/** The list of what is there, from which `@ant-design/cssinjs` knows its styles: the browser finds one. */
function joinCachePaths(elements: StyleElement[]): StyleElement[] {
  const entries = elements.flatMap(({ css }) => /content:"([^"]*)"/.exec(css)?.[1]?.split(';') ?? []);
  const [first] = elements;
  const list = [...new Set(entries)].filter(Boolean).join(';');
  if (!first || list === '') return [];
  return [{ ...first, html: first.html.replace(/content:"[^"]*"/, () => `content:"${list}"`) }];
}

/** What ends a group of rules in a sheet of styled-components, and what names it. */
const END = '/*!sc*/';
const MARKER = /^([\s\S]*)data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}\s*$/;

/**
 * Sheets of styled-components as one for each version. A component has a group of rules, by whose number the browser sorts
 * them: numbers are given anew, since each demo counted for itself.
 */
function joinStyled(elements: StyleElement[]): StyleElement[] {
  const sheets = new Map<string, { attributes: string; groups: Map<string, Group> }>();
  for (const { attributes, css } of elements) {
    const version = /\bdata-styled-version="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const sheet = sheets.get(version) ?? { attributes, groups: new Map<string, Group>() };
    sheets.set(version, sheet);
    for (const [id, group] of groupsOf(css)) {
      const known = sheet.groups.get(id) ?? { rules: new Set(), names: new Set() };
      sheet.groups.set(id, known);
      for (const rule of group.rules) known.rules.add(rule);
      for (const name of group.names) known.names.add(name);
    }
  }
  return [...sheets.values()].map(({ attributes, groups }) => {
    const css = [...groups].map(([id, { rules, names }], index) => {
      const content = [...names].map((name) => `${name},`).join('');
      const own = [...rules].map((rule) => `${rule}${END}\n`).join('');
      return `${own}data-styled.g${index + 1}[id="${id}"]{content:"${content}"}${END}\n`;
    });
    return { html: `<style${attributes}>${css.join('')}</style>`, attributes, css: '' };
  });
}

/** Rules of a component, and the class names that they are for. */
interface Group {
  rules: Set<string>;
  names: Set<string>;
}

function groupsOf(css: string): [id: string, group: Group][] {
  const groups: [string, Group][] = [];
  let rules: string[] = [];
  for (const part of css.split(`${END}\n`)) {
    const [, before = '', id, names = ''] = MARKER.exec(part) ?? [];
    if (id === undefined) {
      if (part.trim() !== '') rules.push(part);
      continue;
    }
    if (before.trim() !== '') rules.push(before);
    groups.push([id, { rules: new Set(rules), names: new Set(names.split(',').filter(Boolean)) }]);
    rules = [];
  }
  return groups;
}
