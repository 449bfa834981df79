/** Converts Docusaurus Markdown: https://docusaurus.io/docs/markdown-features */
import { OWN_COMPONENTS } from '../../../markdown/own-tags.ts';
import { createFenceReader } from '../../../markdown/parse/rewrite-lines.ts';
import { asCode, convertDiagram, createMathConverter, outsideCode } from './convert-text.ts';
import type { TextRules } from './moved-site.ts';

/** Components that are replaced. A page that uses only these components need not be MDX. */
const REPLACED = new Set(['TabItem', 'TOCInline', 'DocCardList', 'Admonition', 'Details']);
const THEME_IMPORT = /^import\s[^'"]*['"]@(?:theme|theme-original|docusaurus)\/[^'"]+['"];?\s*$/;
/** Matches the start of an opening tag that ends on a later line. */
const OPEN_TAG = /<(?:Tabs|TabItem)\b(?!.*>\s*$).*$/s;
const PARTIAL = /^import\s+(\w+)\s+from\s+['"]([^'"]+\.mdx?)['"];?\s*$/;

/** Returns true if a page needs JavaScript after its conversion. */
export function needsMdx(text: string): boolean {
  const readFence = createFenceReader();
  const lines = text
    .replace(/^---[\s\S]*?^---[ \t]*$/m, '')
    .split(/\r?\n/)
    .filter((line) => !readFence(line));
  const partials = lines.flatMap((line) => PARTIAL.exec(line)?.[1] ?? []);
  let tag = '';
  return lines.some((written) => {
    const line = tag + written;
    tag = OPEN_TAG.test(line) ? line : '';
    if (tag !== '') return false;
    if (THEME_IMPORT.test(line) || PARTIAL.test(line)) return false;
    if (/^(?:import|export)\s/.test(line)) return true;
    const plain = line
      .replace(/`+[^`]*`+/g, '')
      .replace(/\{\/\*.*?\*\/\}|\{#[\w-]+\}|^:::.*/g, '')
      .replace(/<(?:TOCInline|DocCardList|Tabs|TabItem)\b[^>]*>/g, '');
    const tags = [...plain.matchAll(/<([A-Z]\w*)/g)].map(([, name = '']) => name);
    return (
      /(?<!\\)\{/.test(plain) || tags.some((name) => ![...OWN_COMPONENTS, ...REPLACED, ...partials].includes(name))
    );
  });
}

export function createDocusaurusRules(hasMath: boolean): TextRules {
  return {
    of(page) {
      const isMdx = page.page.to.endsWith('.mdx');
      const partials = new Map<string, string>();
      const convertMath = hasMath ? createMathConverter() : undefined;
      let isHead = false;
      // Earlier lines of an opening tag that spans several lines.
      let tag = '';
      let labels = new Map<string, string>();
      return {
        line(written) {
          const line = tag + written.slice(tag === '' ? 0 : written.length - written.trimStart().length);
          tag = OPEN_TAG.test(line) ? `${line.trimEnd()} ` : '';
          if (tag !== '') return [];
          if (THEME_IMPORT.test(line)) return [];
          if (isHead || /^\s*<head>/.test(line)) {
            if (!isHead) page.remark('`<head>` is left out. Write `description` and `keywords` in the front matter.');
            isHead = !/<\/head>/.test(line);
            return [];
          }
          const [, name, partial] = PARTIAL.exec(line) ?? [];
          if (name !== undefined && partial !== undefined) {
            partials.set(name, partial);
            return [];
          }
          if (/^\s*(?:\{\/\*|<!--)\s*truncate\s*(?:\*\/\}|-->)\s*$/.test(line)) return [];
          if (/^\s*<(?:TOCInline|DocCardList)\b[^>]*\/>\s*$/.test(line)) {
            page.remark('A list that Docusaurus generates is left out.');
            return [];
          }
          const values = /<Tabs\b.*?\bvalues=\{(\[.*?\])\}/.exec(line)?.[1];
          if (/<Tabs\b/.test(line)) labels = labelsOf(values ?? '');
          return [
            outsideCode(convertMath?.(line) ?? line, (text) =>
              convertTags(text, { labels, partials, isMdx, resolve: page.resolve }),
            ),
          ];
        },
        fence: (info, code) => convertFence(info, code),
      };
    },
  };
}

function labelsOf(values: string): Map<string, string> {
  return new Map(
    [...values.matchAll(/\{([^}]*)\}/g)].map(([, own = '']) => [
      attributeIn(own, 'value') ?? '',
      attributeIn(own, 'label') ?? '',
    ]),
  );
}

/** Returns the text of an attribute, or of a property in an object. */
function attributeIn(text: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\b${name}\\s*[=:]\\s*\\{?(["'])(.*?)\\1`).exec(text) ?? [];
  return value;
}

interface TagContext {
  labels: ReadonlyMap<string, string>;
  partials: ReadonlyMap<string, string>;
  isMdx: boolean;
  resolve: (url: string) => string | undefined;
}

function convertTags(text: string, { labels, partials, isMdx, resolve }: TagContext): string {
  const next = text
    .replace(/<Tabs\b[^>]*>/g, '<Tabs>')
    .replace(/<TabItem\b([^>]*)>/g, (_, attributes: string) => {
      const value = attributeIn(attributes, 'value') ?? '';
      return `<Tab title="${attributeIn(attributes, 'label') ?? labels.get(value) ?? value}">`;
    })
    .replace(/<\/TabItem>/g, '</Tab>')
    .replace(/<(\/?)Admonition\b/g, '<$1Container')
    .replace(/<(\/?)Details\b/g, '<$1details')
    .replace(/<([A-Z]\w*)\s*[^>]*\/>/g, (tag, name: string) => {
      const partial = partials.get(name);
      return partial === undefined ? tag : `<embed src="${resolve(partial) ?? partial}"></embed>`;
    })
    .replace(/\{useBaseUrl\(\s*(['"])(.*?)\1\s*\)\}/g, '"$2"')
    .replace(/\{require\(\s*(['"])@site\/static(\/.*?)\1\s*\)(?:\.default)?\}/g, '"$2"')
    .replace(/^(\s*):::secondary\b/, '$1:::note')
    .replace(/\s\{\/\*\s*(#[\w-]+)\s*\*\/\}\s*$/, ' {$1}')
    .replace(/\{\/\*(.*?)\*\/\}/g, isMdx ? '$&' : '<!--$1-->');
  return isMdx ? next.replace(/^(#{1,6}\s.*?)(?<!\\)(\{#[\w-]+\}\s*)$/, '$1\\$2') : next;
}

const HOOKS = /\buse(?:State|Effect|Ref|Memo|Callback|Reducer|Id|Context|LayoutEffect)\b/g;

/** Converts a fence. Magic comments become line numbers, and live code becomes a demo. */
function convertFence(info: string, code: string[]): { info: string; code: string[] } {
  const next = info
    .replace(/\bshowLineNumbers(?:=\d+)?\b/, (all) => all.replace('showLineNumbers', 'lineNumbers'))
    .replace(/\bnoInline\b/, '')
    .replace(/^\s*\w+\s+npm2yarn\b/, 'npm');
  if (/^\s*[jt]sx\b.*\blive\b/.test(info)) return convertLive(next, code);
  const shown = highlighted(code);
  const [, written] = /\{([\d,\s-]+)\}/.exec(next) ?? [];
  const lines = [...(written === undefined ? [] : [written]), ...shown.lines].join(',');
  const plain = next.replace(/\s*\{[\d,\s-]+\}/, '');
  return {
    info: `${asCode(plain, code)}${lines && ` {${lines}}`}`.trimEnd(),
    code: convertDiagram(info, shown.code),
  };
}

function highlighted(code: string[]): { code: string[]; lines: number[] } {
  const kept: string[] = [];
  const lines: number[] = [];
  let mode: 'next' | 'block' | undefined;
  for (const line of code) {
    const [, mark] =
      /^\s*(?:\/\/|#|\/\*|\{\/\*|<!--|--)\s*highlight-(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/.exec(line) ?? [];
    if (mark !== undefined) mode = mark === 'end' ? undefined : mark === 'start' ? 'block' : 'next';
    else {
      kept.push(line);
      if (mode !== undefined) lines.push(kept.length);
      if (mode === 'next') mode = undefined;
    }
  }
  return { code: kept, lines };
}

/** Converts live code, whose scope contains all exports of React. */
function convertLive(info: string, code: string[]): { info: string; code: string[] } {
  const text = code.join('\n');
  const hooks = [...new Set(text.match(HOOKS) ?? [])];
  const imports = [
    ...(/\bReact\./.test(text) ? ["import React from 'react';"] : []),
    ...(hooks.length > 0 ? [`import { ${hooks.join(', ')} } from 'react';`] : []),
  ];
  const rendered = text.replace(/^\s*render\(\s*([\s\S]*?)\s*\);?\s*$/m, 'export default () => $1;');
  const exported =
    rendered !== text
      ? rendered
      : /^\s*(?:function|class)\b/.test(text)
        ? text.replace(/^(\s*)(?=function|class)/, '$1export default ')
        : /^\s*</.test(text)
          ? `export default () => (\n${text.trim()}\n);`
          : `export default ${text.trim()}`;
  return {
    info: info.replace(/\s*\blive\b/, '').trimEnd(),
    code: [...imports, ...(imports.length > 0 ? [''] : []), ...exported.split('\n')],
  };
}
