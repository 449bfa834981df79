/** Modules of other generators that pages import, each with its replacement. */
const MODULES: [pattern: RegExp, note: string][] = [
  [
    /^@theme(?:-original)?\/(?:Tabs|TabItem)$/,
    'This module belongs to Docusaurus. Remove the import, and write `<Tabs>` with `<Tab title="…">`: both are built in.',
  ],
  [/^@theme(?:-original)?\/CodeBlock$/, 'This module belongs to Docusaurus. Remove the import, and write a fence.'],
  [
    /^@theme(?:-original)?\/Admonition$/,
    'This module belongs to Docusaurus. Remove the import, and write `:::note Title`.',
  ],
  [
    /^@site\//,
    "`@site` belongs to Docusaurus. Write a path relative to the file, or add `alias: { '@site': './' }` to the configuration.",
  ],
  [
    /^(?:@theme(?:-original)?|@docusaurus|@generated)\//,
    'This module belongs to Docusaurus. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
  [
    /^vitepress(?:\/|$)/,
    'This module belongs to VitePress. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
];

/** Undefined for other modules. */
export function describeForeignModule(specifier: string): string | undefined {
  return MODULES.find(([pattern]) => pattern.test(specifier))?.[1];
}
