/** Modules that other generators offer to pages, each with what to write instead. */
const MODULES: [pattern: RegExp, note: string][] = [
  [
    /^@theme(?:-original)?\/(?:Tabs|TabItem)$/,
    'It is of Docusaurus. Remove the import, and write `<Tabs>` with `<Tab title="…">` in it: both are built in.',
  ],
  [/^@theme(?:-original)?\/CodeBlock$/, 'It is of Docusaurus. Remove the import, and write a fence.'],
  [/^@theme(?:-original)?\/Admonition$/, 'It is of Docusaurus. Remove the import, and write `:::note Title`.'],
  [
    /^@site\//,
    "`@site` is of Docusaurus. Write a path relative to the file, or `alias: { '@site': './' }` into the configuration.",
  ],
  [
    /^(?:@theme(?:-original)?|@docusaurus|@generated)\//,
    'It is of Docusaurus, and is not here. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
  [
    /^vitepress(?:\/|$)/,
    'It is of VitePress, and is not here. Components and hooks of the theme come from `cascader-docs/theme` and `cascader-docs`.',
  ],
];

/** What to write instead of a module of another generator; undefined for other modules. */
export function describeForeignModule(specifier: string): string | undefined {
  return MODULES.find(([pattern]) => pattern.test(specifier))?.[1];
}
