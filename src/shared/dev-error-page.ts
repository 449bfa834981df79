/**
 * Diagnostics in the overlay of `dev` and on its error page: the server prints the elements as HTML, the overlay
 * creates DOM nodes.
 */

import type { DevDiagnostic } from './dev-protocol.ts';
import { COLOR_ATTRIBUTE, SEVERITY_ATTRIBUTE } from './dom-contract.ts';
import { escapeHtml } from './escape-html.ts';

export interface Markup {
  tag: string;
  attributes: Record<string, string>;
  children: (Markup | string)[];
}

/** Colors follow `color-scheme`; sizes do not depend on the page. */
export const DIAGNOSTICS_CSS = `
.errors {
  --bg: light-dark(#fff, #1d2422); --bg-soft: light-dark(#f6f8f7, #121615); --line: light-dark(#83908a, #6b7873);
  --text: light-dark(#18211e, #e5ebe8); --text-soft: light-dark(#44504b, #bcc7c2);
  --error: light-dark(#b3261e, #ff9d94); --warning: light-dark(#84500a, #f0bd6a); --mark: light-dark(#fdeeec, #3a1a17);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  box-sizing: border-box; background: var(--bg); color: var(--text); text-align: start;
  font: medium/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.errors * { box-sizing: border-box; }
.errors :is(p, ul, pre, h1, h2) { margin: 0; }
.errors .title { font-size: 1.125em; line-height: 1.5; font-weight: 600; }
.errors .list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1em; padding: 0; list-style: none; }
.errors .item {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5em; padding: 0.75em 1em;
  border: 1px solid var(--line); border-inline-start: 4px solid var(--error); border-radius: 0.375em;
}
.errors .item[${SEVERITY_ATTRIBUTE}="warning"] { border-inline-start-color: var(--warning); }
.errors .code { margin-inline-end: 0.25em; color: var(--error); font-weight: 600; }
.errors [${SEVERITY_ATTRIBUTE}="warning"] .code { color: var(--warning); }
.errors .text, .errors .note { white-space: pre-wrap; overflow-wrap: anywhere; }
.errors .place code { font: 0.875em/1.5 var(--mono); overflow-wrap: anywhere; user-select: all; }
.errors pre {
  padding: 0.5em 0.75em; overflow: auto; background: var(--bg-soft); border-radius: 0.375em;
  font: 0.8125em/1.6 var(--mono); tab-size: 2; white-space: pre;
}
.errors pre code { display: block; width: max-content; min-width: 100%; font: inherit; }
.errors .marked { display: block; background: var(--mark); }
.errors .caret { color: var(--error); font-weight: 700; }
.errors [${SEVERITY_ATTRIBUTE}="warning"] .caret { color: var(--warning); }
.errors .notes { padding-inline-start: 1.25em; list-style: "→ "; color: var(--text-soft); }
.errors summary { width: fit-content; padding-block: 0.25em; color: var(--text-soft); cursor: pointer; }
.errors :focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
`;

export const ERROR_PAGE_CSS = `${DIAGNOSTICS_CSS}
:root { color-scheme: light dark; background: light-dark(#fff, #1d2422); }
:root[${COLOR_ATTRIBUTE}="light"] { color-scheme: light; }
:root[${COLOR_ATTRIBUTE}="dark"] { color-scheme: dark; }
body { margin: 0; }
main.errors { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1em; max-width: 60em; margin: 0 auto; padding: 2em 1em; }
main.errors .title { font-size: 1.5em; line-height: 1.4; }
`;

/** All text is escaped. */
export function errorDocumentBody(diagnostics: DevDiagnostic[]): string {
  return print(
    element('main', { class: 'errors', lang: 'en', dir: 'ltr' }, [
      element('h1', { class: 'title' }, [countDiagnostics(diagnostics)]),
      element('p', {}, ['The page cannot be shown. It is loaded again when its files change.']),
      diagnosticList(diagnostics),
    ]),
  );
}

/** Returns the errors of a page that could be rendered, for browsers without scripts. */
export function errorNotice(diagnostics: DevDiagnostic[]): string {
  return print(
    element('div', { role: 'alert', lang: 'en', dir: 'ltr' }, [
      element('p', {}, [countDiagnostics(diagnostics)]),
      diagnosticList(diagnostics),
    ]),
  );
}

export function countDiagnostics(diagnostics: DevDiagnostic[]): string {
  const counted = (severity: DevDiagnostic['severity']): string[] => {
    const { length } = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    return length === 0 ? [] : [`${length} ${severity}${length === 1 ? '' : 's'}`];
  };
  return [...counted('error'), ...counted('warning')].join(', ');
}

export function diagnosticList(diagnostics: DevDiagnostic[]): Markup {
  return element(
    'ul',
    { class: 'list', role: 'list' },
    diagnostics.map((diagnostic, index) => diagnosticItem(diagnostic, index + 1)),
  );
}

function diagnosticItem({ severity, code, text, place, frame, notes, stack }: DevDiagnostic, number: number): Markup {
  const parts = [
    element('p', { class: 'text' }, [element('span', { class: 'code' }, [`${severity} ${code}`]), ' ', text]),
  ];
  if (place !== undefined) parts.push(element('p', { class: 'place' }, [element('code', {}, [place])]));
  if (frame !== undefined) parts.push(scrollable('frame', `Code, ${number}`, frameLines(frame)));
  if (notes.length > 0) {
    const items = notes.map((note) => element('li', { class: 'note' }, [note]));
    parts.push(element('ul', { class: 'notes' }, items));
  }
  if (stack !== undefined) {
    const summary = element('summary', {}, ['Error stack']);
    parts.push(
      element('details', { class: 'stack' }, [summary, scrollable('trace', `Error stack, ${number}`, [stack])]),
    );
  }
  return element('li', { class: 'item', [SEVERITY_ATTRIBUTE]: severity }, parts);
}

/** Returns text that scrolls horizontally, and can be focused to scroll it with the keyboard. */
function scrollable(name: string, label: string, children: Markup['children']): Markup {
  return element('pre', { class: name, tabindex: '0', role: 'group', 'aria-label': label }, [
    element('code', {}, children),
  ]);
}

/** Lines of marks, and the lines that they mark, are elements. */
function frameLines(frame: string): Markup['children'] {
  const isMark = (line = ''): boolean => /^[\s│╵|]*[\^~]+\s*$/.test(line);
  const lines = frame.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => {
    const text = index < lines.length - 1 ? `${line}\n` : line;
    if (isMark(line)) return element('span', { class: 'caret' }, [text]);
    return isMark(lines[index + 1]) ? element('span', { class: 'marked' }, [text]) : text;
  });
}

export function element(tag: string, attributes: Markup['attributes'], children: Markup['children']): Markup {
  return { tag, attributes, children };
}

function print({ tag, attributes, children }: Markup): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const content = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : print(child)));
  return `<${tag}${written.join('')}>${content.join('')}</${tag}>`;
}
