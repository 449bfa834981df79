import { Format, languages } from 'cascader-docs:messages';
import theme from 'cascader-docs:theme';
import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { breadcrumbsOf } from '../runtime/breadcrumbs.ts';
import { cardPrefix } from '../runtime/demo/attributes.ts';
import { createMessages } from '../runtime/intl.ts';
import { useMessage, useShellLang } from '../runtime/language.ts';
import type { PlaygroundView } from '../runtime/playground-types.ts';
import { createRoutes, PageRoutes, ServerLocation } from '../runtime/router.tsx';
import { type PageModule, type Runtime, RuntimeProvider, type ShownPage } from '../runtime/runtime.ts';
import { createServerStatics } from '../runtime/statics.ts';
import { createStore } from '../runtime/store.ts';
import { type ApiTable, apiTableKey } from '../shared/api-table.ts';
import { withBase } from '../shared/base-url.ts';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, MESSAGE_ATTRIBUTE, NEEDS_RUNTIME } from '../shared/dom-contract.ts';
import type { SidebarGroup } from '../shared/entities.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { ownValue } from '../shared/own-value.ts';
import type { ComponentPart, DemoRendering, HtmlPart, PageData, PageRendering } from '../shared/page-data.ts';
import type { Playground } from '../shared/playground/schema.ts';
import { indexSidebar, type SidebarIndex, type SidebarView, sidebarView } from '../shared/sidebar-view.ts';
import { Controls } from '../theme/Controls.tsx';
import { ThemeProvider, themeNames } from '../theme/contract.ts';
import { ProblemBox } from '../theme/controls/ControlBox.tsx';

/** Names of the components that pages can use without an import. */
export const builtinNames: string[] = Object.keys(theme.builtins);

export const namesOfTheme: { used: string[]; known: string[] } = { used: Object.keys(theme), known: themeNames() };

const messages = createMessages(languages, { Format });
const routes = createRoutes(theme);
/** Sidebar indices. Pages of a section share their sidebar, so its index is computed once. */
const sidebars = new WeakMap<SidebarGroup[], SidebarIndex>();

/** Throws an Error with the name of a component that is in neither the theme nor `modules`. */
export function renderPage(rendering: PageRendering, modules: Record<string, unknown> = {}): string {
  const { data } = rendering;
  if (data.kind === 'demo') return '';
  const pieces = new Map<string, string>();
  const module = pageModule(rendering, modules);
  const wrap = createWrapper(rendering, pieces, module);
  const context: PartContext = { rendering, pieces, wrap, anchors: new Set() };

  for (const [id, list] of Object.entries(rendering.statics)) pieces.set(id, renderParts(list, context));
  setContent(context, module !== undefined);
  setNavigation(context);
  return renderToString(
    <ServerLocation href={withBase(data.site.base, data.route)}>{wrap(<PageRoutes routes={routes} />)}</ServerLocation>,
  );
}

type Wrap = (node: ReactNode) => ReactElement;

function createWrapper(
  { data, listPages }: PageRendering,
  pieces: Map<string, string>,
  module: PageModule | undefined,
): Wrap {
  const runtime: Runtime = {
    site: data.site,
    page: createStore<ShownPage>({ data, module, sequence: 0 }),
    language: createStore(data.site.language),
    messages,
    statics: createServerStatics(pieces),
    listPages,
    navigate: () => undefined,
    prefetch: () => undefined,
    load: () => Promise.reject(new Error('Modules are loaded in the browser only')),
  };
  return (node) => (
    <RuntimeProvider value={runtime}>
      <ThemeProvider theme={theme}>{node}</ThemeProvider>
    </RuntimeProvider>
  );
}

function pageModule({ moduleId }: PageRendering, modules: Record<string, unknown>): PageModule | undefined {
  if (moduleId === undefined) return undefined;
  if (!Object.hasOwn(modules, moduleId)) throw new Error(`The server bundle has no interactive page ${moduleId}`);
  return modules[moduleId] as PageModule;
}

/** In an interactive page, tabs are separate pieces, because the article is a component. */
function setContent(context: PartContext, isInteractive: boolean): void {
  const { rendering, pieces, wrap } = context;
  const { content, data } = rendering;
  const [main, ...tabs] = content;
  const list = tabs.length > 0 ? renderToStaticMarkup(wrap(<theme.TabList />)) : '';
  const panels = tabs.map((tab) => renderPanel(tab, false, context)).join('');
  if (isInteractive) {
    pieces.set('tablist', list);
    pieces.set('tabs', panels);
    return;
  }
  if (data.kind === 'list' && content.length === 0) {
    const view = sidebarView(sidebarIndex(rendering.sidebar), {
      base: data.site.base,
      route: data.route,
      limit: Number.POSITIVE_INFINITY,
    });
    const message = data.titleMessage ? ` ${MESSAGE_ATTRIBUTE}="${data.titleMessage}"` : '';
    const heading = data.titleAsHeading ? '' : `<h1${message}>${escapeHtml(data.title)}</h1>`;
    pieces.set('article', heading + renderToStaticMarkup(wrap(<theme.PageList view={view} />)));
    return;
  }
  const title = renderParts(rendering.heading ?? [], context);
  const text = main && (tabs.length > 0 ? renderPanel(main, true, context) : renderParts(main.parts, context));
  // The title is above the tabs, because they share it.
  pieces.set('article', title + list + (text ?? '') + panels);
}

function renderPanel(
  { key, title, parts }: PageRendering['content'][number],
  isMain: boolean,
  context: PartContext,
): string {
  return renderAround(
    ([text]) => (
      <theme.TabPanel tab={key} title={title} isMain={isMain}>
        {text}
      </theme.TabPanel>
    ),
    [() => renderParts(parts, context)],
    context,
  );
}

/** With `menu`, the table of contents is also in the sidebar, below the current page. */
function setNavigation({ rendering, pieces, wrap }: PartContext): void {
  const { data, sidebar, sidebarPath, tocEntries, properties } = rendering;
  const { route, toc, hasToc, hasSidebar } = data;
  if (hasToc) pieces.set('toc', renderToStaticMarkup(wrap(<theme.Toc entries={tocEntries} />)));
  const view = hasSidebar ? viewOf(sidebar, sidebarPath ?? route.slice(0, route.lastIndexOf('/')), data) : undefined;
  if (properties) pieces.set('properties', renderToStaticMarkup(wrap(<theme.DemoProperties groups={properties} />)));
  const trail = breadcrumbsOf(data, view);
  if (trail.length > 0) pieces.set('breadcrumbs', renderToStaticMarkup(wrap(<theme.Breadcrumbs entries={trail} />)));
  if (!view) return;
  const below = toc === 'menu' ? tocEntries : [];
  pieces.set('sidebar', renderToStaticMarkup(wrap(<theme.Sidebar view={view} toc={below} />)));
}

function viewOf(groups: SidebarGroup[], folder: string, { route, site }: PageData): SidebarView {
  return sidebarView(sidebarIndex(groups), {
    base: site.base,
    route,
    listHref: withBase(site.base, `/~pages${folder === '/' ? '' : folder}`),
  });
}

function sidebarIndex(groups: SidebarGroup[]): SidebarIndex {
  const index = sidebars.get(groups) ?? indexSidebar(groups);
  sidebars.set(groups, index);
  return index;
}

interface PartContext {
  rendering: PageRendering;
  pieces: Map<string, string>;
  wrap: Wrap;
  /** Row ids of API tables that are already used in the page. */
  anchors: Set<string>;
}

function renderParts(parts: HtmlPart[], context: PartContext): string {
  let html = '';
  for (const part of parts) {
    if (typeof part === 'string') html += part;
    else html += 'demo' in part ? renderDemo(part.demo, context) : renderComponent(part, context);
  }
  return html;
}

function renderComponent({ component, props, children }: ComponentPart, context: PartContext): string {
  const Component = ownValue(theme.builtins, component);
  if (!Component) throw new Error(`Unknown component <${component}>`);
  const own = component === 'API' ? { ...props, table: takeTable(props, context) } : props;
  return renderAround(
    (marks) => createElement(Component as ComponentType<Record<string, unknown>>, own, ...marks),
    children.map((child) => () => renderParts([child], context)),
    context,
  );
}

/** Renders an element around placeholders, and replaces each with the HTML of a child, so that no wrapper element is needed. */
function renderAround(
  element: (marks: string[]) => ReactElement,
  children: (() => string)[],
  { wrap }: PartContext,
): string {
  const html = renderToStaticMarkup(wrap(element(children.map((_, index) => mark(index)))));
  return children.reduce((result, child, index) => result.replaceAll(mark(index), child), html);
}

/** If a table is repeated, only its first copy has row ids, because ids are unique in a page. */
function takeTable(
  { id, type, pick }: ComponentPart['props'],
  { rendering, anchors }: PartContext,
): ApiTable | undefined {
  const table = ownValue(rendering.apis, apiTableKey(String(id), { type, pick }));
  if (!table) return undefined;
  const groups = table.groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => {
      const isTaken = row.anchor === undefined || anchors.has(row.anchor);
      if (!isTaken) anchors.add(row.anchor ?? '');
      return isTaken ? { ...row, anchor: undefined } : row;
    }),
  }));
  return { ...table, groups };
}

/** Returns a placeholder of private-use characters, which pages do not contain in this order and React prints unchanged. */
function mark(index: number): string {
  return `\uE000${index}\uE001`;
}

/** The runtime finds the card, the demo and the code by these names. */
function renderDemo(id: string, { rendering, pieces, wrap }: PartContext): string {
  const demo = ownValue(rendering.demos, id);
  if (!demo) throw new Error(`Unknown demo ${id}`);
  const data = clientData(demo, rendering);
  const problem = data.problem && renderToStaticMarkup(<ProblemBox problem={data.problem} />);
  const root = problem ? '' : DEMO_ROOT_ATTRIBUTE;
  pieces.set(`demo:${id}`, `<div class="demo-root" ${root} ${NEEDS_RUNTIME}>${problem ?? demo.html ?? ''}</div>`);
  pieces.set(`code:${id}`, renderToStaticMarkup(wrap(<theme.CodePanel files={demo.sources} />)));
  if (data.playground)
    pieces.set(`controls:${id}`, renderControls(wrap(<InitialControls playground={data.playground} />), id));
  const { steps, playground } = data;
  if (steps) {
    const list = <theme.DemoSteps steps={steps.list} playground={playground !== undefined} />;
    pieces.set(`steps:${id}`, renderToStaticMarkup(wrap(list)));
  }
  const card = renderToString(wrap(<theme.DemoCard demo={data} />), {
    identifierPrefix: cardPrefix(id),
  });
  return `<div class="demo" id="${escapeHtml(id)}" ${DEMO_ATTRIBUTE}="${escapeHtml(id)}">${card}</div>`;
}

/** Returns the demo's data as sent to the browser, so that server and browser render the same HTML. */
function clientData(demo: DemoRendering, { data }: PageRendering): PageData['demos'][string] {
  return data.demos[demo.id] ?? demo;
}

function renderControls(controls: ReactElement, id: string): string {
  return `<div inert>${renderToStaticMarkup(controls, { identifierPrefix: cardPrefix(`controls-${id}`) })}</div>`;
}

/** Renders a playground's controls for the HTML of its page, at the size that the loaded controls will have. */
function InitialControls({ playground }: { playground: Playground }): ReactElement {
  const nothing = (): void => undefined;
  const view: PlaygroundView = {
    playground,
    memory: { state: playground.initial, removed: {} },
    calls: [],
    ignored: [],
    search: '',
    set: nothing,
    reset: nothing,
    clearCalls: nothing,
    copyLink: nothing,
  };
  return <Controls view={view} message={useMessage()} lang={useShellLang()} />;
}
