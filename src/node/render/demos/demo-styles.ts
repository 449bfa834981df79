import { withBase } from '../../../shared/base-url.ts';
import { DEMO_STYLE_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { contentPath } from '../../base/browser-scripts.ts';
import { integrityOf } from '../../base/hash.ts';

/** The styles that the demos of a page generated while they were rendered, each rule once. */
export interface PageStyles {
  /** HTML of elements before the style sheets. */
  first: string;
  /** HTML of elements at the end of the head. */
  last: string;
}

interface StyleElement {
  html: string;
  attributes: string;
  css: string;
}

/** Styles of at least this length are files, which pages with the same styles share. */
const LEAST_FILE = 2048;

/**
 * Libraries that look for their elements during hydration get the form that they read; equal elements of other libraries are
 * written once. Long styles are links to files.
 */
export function joinStyles(demos: string[][], base: string): PageStyles {
  const elements = demos.flat().map(parse);
  const styled = elements.filter(({ attributes }) => /\bdata-styled=/.test(attributes));
  const paths = elements.filter(({ attributes }) => /\bdata-ant-cssinjs-cache-path=/.test(attributes));
  const joined = new Set([...styled, ...paths]);
  const others = withoutRepeated(elements.filter((element) => !joined.has(element)));
  // In the positions where these libraries insert their elements: some insert before all style sheets, so that the style sheets
  // override them.
  const isFirst = ({ attributes }: StyleElement): boolean => /\bdata-rc-order="prepend/.test(attributes);
  const print = (list: StyleElement[]): string => list.map((element) => printElement(element, base)).join('');
  return {
    first: print([...others.filter(isFirst), ...joinCachePaths(paths)]),
    last: print([...others.filter((element) => !isFirst(element)), ...joinStyled(styled)]),
  };
}

export function styleFiles(demos: Iterable<{ styles: string[] }>): Map<string, string> {
  const elements = new Set([...demos].flatMap(({ styles }) => styles));
  return new Map(
    [...elements].map(parse).flatMap((element) => {
      const file = fileOf(element);
      return file === undefined ? [] : [[file, element.css]];
    }),
  );
}

/** Returns the output path of a style that is a file. Other elements may be read by scripts, so they are not changed. */
function fileOf({ html, attributes, css }: StyleElement): string | undefined {
  const isKnown = attributes === '' || /\bdata-(?:css-hash|emotion)=/.test(attributes);
  return isKnown && html.startsWith('<style') && css.length >= LEAST_FILE
    ? contentPath('style', 'css', css)
    : undefined;
}

function printElement(element: StyleElement, base: string): string {
  const { html, attributes, css } = element;
  const file = fileOf(element);
  if (file === undefined) return html.replace(/^<\w+/, `$& ${DEMO_STYLE_ATTRIBUTE}`);
  // Emotion determines from its own element which rules exist.
  const isEmotion = /\bdata-emotion=/.test(attributes);
  const link = [
    `<link ${DEMO_STYLE_ATTRIBUTE}="file" rel="stylesheet" href="${withBase(base, `/${file}`)}"`,
    ` integrity="${integrityOf(css)}"${isEmotion ? '' : attributes}>`,
  ].join('');
  return isEmotion ? `${link}<style ${DEMO_STYLE_ATTRIBUTE}${attributes}></style>` : link;
}

function parse(html: string): StyleElement {
  const [, attributes = '', css = ''] = /^<\w+([^>]*)>([\s\S]*?)(?:<\/style>)?$/.exec(html) ?? [];
  return { html, attributes, css };
}

/** Removes repeated elements. The attribute of an Emotion element lists its rules: it remains only if it has a new rule. */
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

/** Merges the lists of existing styles that `@ant-design/cssinjs` writes, because the browser looks for one list. */
function joinCachePaths(elements: StyleElement[]): StyleElement[] {
  const entries = elements.flatMap(({ css }) => /content:"([^"]*)"/.exec(css)?.[1]?.split(';') ?? []);
  const [first] = elements;
  const list = [...new Set(entries)].filter(Boolean).join(';');
  if (!first || list === '') return [];
  // Omits the attribute, which would mean that all styles are elements, because some are files here.
  const css = first.css.replace(/content:"[^"]*"/, () => `content:"${list}"`);
  return [{ html: `<style>${css}</style>`, attributes: '', css: '' }];
}

/** The end of a group of rules in a style sheet of styled-components, and the marker that names the group. */
const END = '/*!sc*/';
const MARKER = /^([\s\S]*)data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}\s*$/;

/** Groups are renumbered, since each demo counted from the start, and the browser sorts groups by number. */
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
