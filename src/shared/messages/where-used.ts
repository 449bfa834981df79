import type enUS from './en-US.ts';

type Ids = ReadonlySet<string>;

/** Strings that the build prints and the runtime never translates: they need no place in any language of the browser. */
export const BUILD_MESSAGES: Ids = new Set<keyof typeof enUS>([
  'api.notFound',
  'api.resolving',
  'demo.readOnly',
  'noscript',
]);

/**
 * Strings that only static HTML contains: compiled pages, and components of the default theme that are rendered at build only.
 * In the language of the pages the browser has them in the HTML; for the other languages the runtime translates them.
 */
export const STATIC_MESSAGES: Ids = new Set<keyof typeof enUS>([
  'api.alpha',
  'api.attributes',
  'api.beta',
  'api.default',
  'api.demos',
  'api.deprecated',
  'api.description',
  'api.experimental',
  'api.filter',
  'api.genericType',
  'api.imperative',
  'api.inherited',
  'api.members',
  'api.name',
  'api.required',
  'api.requiredFirst',
  'api.source',
  'api.type',
  'breadcrumbs.label',
  'code.added',
  'code.label',
  'code.less',
  'code.more',
  'code.removed',
  'footnotes.back',
  'footnotes.title',
  'heading.link',
  'image.enlarge',
  'sidebar.all',
  'table.label',
  'tabs.label',
]);
