import type enUS from './en-US.ts';

type Ids = ReadonlySet<string>;

/** Strings that only the build uses. The browser's language files omit them, because the runtime never translates them. */
export const BUILD_MESSAGES: Ids = new Set<keyof typeof enUS>([
  'api.notFound',
  'api.resolving',
  'demo.readOnly',
  'noscript',
]);

/**
 * Strings that only static HTML contains: compiled pages, and components of the default theme that are rendered only at
 * build time. The HTML has them in the language of the pages; the runtime translates them to other languages.
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
  'api.more',
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
  'demo.properties',
  'footnotes.back',
  'footnotes.title',
  'heading.link',
  'image.enlarge',
  'sidebar.all',
  'steps.effect',
  'steps.key.down',
  'steps.key.left',
  'steps.key.right',
  'steps.key.space',
  'steps.key.up',
  'steps.keyboard',
  'steps.keys',
  'steps.label',
  'steps.next',
  'steps.original',
  'steps.pause',
  'steps.play',
  'steps.previous',
  'steps.speed',
  'steps.yourself',
  'table.label',
  'tabs.label',
]);
