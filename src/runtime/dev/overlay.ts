import {
  countDiagnostics,
  DIAGNOSTICS_CSS,
  diagnosticList,
  element,
  type Markup,
} from '../../shared/dev-error-page.ts';
import { type DevDiagnostic, OVERLAY_TAG } from '../../shared/dev-protocol.ts';
import { COLOR_ATTRIBUTE, SEVERITY_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { morph } from './morph.ts';

const OVERLAY_CSS = `${DIAGNOSTICS_CSS}
:host { all: initial !important; display: block !important; }
:host([data-color="light"]) { color-scheme: light !important; }
:host([data-color="dark"]) { color-scheme: dark !important; }
:host([data-color="system"]) { color-scheme: light dark !important; }
[hidden] { display: none !important; }
.errors { position: fixed; z-index: 2147483647; border: 1px solid var(--line); box-shadow: 0 8px 32px rgb(0 0 0 / 35%); }
.panel {
  inset-inline: 0; inset-block-end: 1em; width: min(60em, 100% - 2em); max-height: calc(100dvh - 2em);
  margin-inline: auto; overflow: auto; overscroll-behavior: contain; border-radius: 0.5em;
  border-block-start: 4px solid var(--error);
}
.head {
  position: sticky; inset-block-start: 0; display: flex; align-items: center; justify-content: space-between;
  padding: 0.5em 1em; background: var(--bg); border-block-end: 1px solid var(--line);
}
.body { padding: 1em; }
.hint { padding: 0 1.143em 1.143em; color: var(--text-soft); font-size: 0.875em; }
button {
  min-width: 44px; min-height: 28px; padding: 0.125em 0.75em; border: 1px solid var(--line); border-radius: 0.375em;
  background: var(--bg); color: var(--text); font: inherit; font-size: 0.875em; cursor: pointer;
}
.panel:focus { outline: none; }
.badge:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
button:hover { background: var(--bg-soft); }
.head button { min-height: 36px; }
.badge {
  inset-inline-end: 1em; inset-block-end: 1em; min-height: 44px; border-inline-start: 4px solid var(--error);
  font-weight: 600;
}
.badge[${SEVERITY_ATTRIBUTE}="warning"] { border-inline-start-color: var(--warning); }
.panel[${SEVERITY_ATTRIBUTE}="warning"] { border-block-start-color: var(--warning); }
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: appear 0.15s ease-out; }
  @keyframes appear { from { opacity: 0; translate: 0 0.5em; } }
}
`;

export type Overlay = ReturnType<typeof createOverlay>;

export function createOverlay() {
  let mounted: { view: View; render: (diagnostics: DevDiagnostic[]) => void; remove: () => void } | undefined;
  let last = '';
  const clear = (): void => {
    mounted?.remove();
    mounted = undefined;
    last = '';
  };
  return {
    /**
     * The overlay opens for errors; warnings alone are shown as a badge in the corner. Dismissed diagnostics stay
     * dismissed in the next update, even if they moved in their file.
     */
    show(diagnostics: DevDiagnostic[]): void {
      if (diagnostics.length === 0) {
        clear();
        return;
      }
      const text = JSON.stringify(diagnostics);
      if (text === last) return;
      last = text;
      mounted ??= mount();
      mounted.render(diagnostics);
    },
    clear,
    get element() {
      return mounted?.view.host;
    },
  };
}

function mount() {
  const listening = new AbortController();
  const view = createView(listening.signal);
  const { open, dismiss } = createDisclosure(view, listening.signal);
  const { host, panel, badge } = view;
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) dismiss();
  });
  const lives = [panel, badge];
  let shown: Element[] = lives.map(({ localName }) => document.createElement(localName));
  let hadErrors = false;
  let known = new Set<string>();
  return {
    view,
    render(diagnostics: DevDiagnostic[]): void {
      const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
      const hadFocus = document.activeElement === host;
      const next = [panelMarkup(diagnostics), badgeMarkup(diagnostics)].map(createNode);
      for (const [index, live] of lives.entries())
        morph(live, shown[index] as Element, next[index] as Element, { keep: () => false });
      shown = next;
      const keys = diagnostics.map(keyOf);
      if (!hasErrors && hadErrors) dismiss();
      else if (hasErrors && keys.some((key) => !known.has(key))) open({ focus: !isTyping() });
      hadErrors = hasErrors;
      known = new Set(keys);
      // The focused element may have been removed.
      if (hadFocus && document.activeElement !== host) panel.focus({ preventScroll: true });
    },
    remove(): void {
      dismiss();
      listening.abort();
      host.remove();
    },
  };
}

/** Identifies a diagnostic even if the text around its location is edited. */
function keyOf({ severity, code, text, place }: DevDiagnostic): string {
  return [severity, code, text, place?.replace(/:\d+:\d+$/, '')].join('\n');
}

type View = ReturnType<typeof createView>;

function createView(signal: AbortSignal) {
  const host = document.createElement(OVERLAY_TAG);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(OVERLAY_CSS);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  const [panel, badge] = [document.createElement('div'), document.createElement('button')];
  panel.hidden = true;
  root.append(panel, badge);

  const followColors = (): void => {
    host.dataset.color = document.documentElement.getAttribute(COLOR_ATTRIBUTE) ?? 'system';
  };
  const observer = new MutationObserver(followColors);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE] });
  signal.addEventListener('abort', () => observer.disconnect());
  followColors();
  document.body.append(host);
  return { host, panel, badge };
}

/** Restores the focus when the panel closes. */
function createDisclosure({ host, panel, badge }: View, signal: AbortSignal) {
  let opener: Element | null = null;
  const open = ({ focus }: { focus: boolean }): void => {
    if (!panel.hidden) return;
    opener = document.activeElement;
    panel.hidden = false;
    if (focus) panel.focus({ preventScroll: true });
    badge.hidden = true;
  };
  const dismiss = (): void => {
    const hadFocus = document.activeElement === host;
    panel.hidden = true;
    badge.hidden = false;
    if (!hadFocus) return;
    const isElsewhere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    if (isElsewhere && opener !== host) (opener as HTMLElement).focus({ preventScroll: true });
    else badge.focus({ preventScroll: true });
  };
  badge.addEventListener('click', () => open({ focus: true }));
  document.addEventListener(
    'keydown',
    (event) => {
      // In a modal dialog of the page, the key belongs to the dialog.
      const isTaken = event.defaultPrevented || event.isComposing || document.querySelector(':modal') !== null;
      if (event.key === 'Escape' && !isTaken && !panel.hidden) dismiss();
    },
    { signal },
  );
  return { open, dismiss };
}

function panelMarkup(diagnostics: DevDiagnostic[]): Markup {
  const attributes = { class: 'errors panel', [SEVERITY_ATTRIBUTE]: severityOf(diagnostics), lang: 'en', dir: 'ltr' };
  return element('div', { ...attributes, role: 'dialog', 'aria-labelledby': 'title', tabindex: '-1' }, [
    element('div', { class: 'head' }, [
      element('h2', { class: 'title', id: 'title', 'aria-live': 'polite' }, [countDiagnostics(diagnostics)]),
      element('button', { type: 'button' }, ['Close']),
    ]),
    element('div', { class: 'body' }, [diagnosticList(diagnostics)]),
    element('p', { class: 'hint' }, ['Press Escape to close this box. Errors that you fix disappear from it.']),
  ]);
}

function badgeMarkup(diagnostics: DevDiagnostic[]): Markup {
  const attributes = { class: 'errors badge', [SEVERITY_ATTRIBUTE]: severityOf(diagnostics), lang: 'en', dir: 'ltr' };
  return element('button', { ...attributes, type: 'button', 'aria-haspopup': 'dialog' }, [
    countDiagnostics(diagnostics),
  ]);
}

function severityOf(diagnostics: DevDiagnostic[]): DevDiagnostic['severity'] {
  return diagnostics.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

function createNode({ tag, attributes, children }: Markup): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.map((child) => (typeof child === 'string' ? child : createNode(child))));
  return node;
}

/** Returns true if the focused element receives text. A focused frame counts, because its content is unknown. */
function isTyping(): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const isField = active?.matches('input, textarea, select, iframe') ?? false;
  return isField || (active instanceof HTMLElement && active.isContentEditable);
}
