/** Construct of another generator in the text of a page. */
export type ForeignConstruct = { is: 'toc' | 'import' } | { is: 'snippet'; file: string };

/** Returns the name of the construct in the other generator. */
export function nameForeign({ is }: ForeignConstruct): string {
  return { toc: '`[[toc]]`', import: '`import`', snippet: '`<<<`' }[is];
}

/** Returns notes about the replacement. */
export function adviseForeign(foreign: ForeignConstruct): string[] {
  switch (foreign.is) {
    case 'toc':
      return [
        'Remove it, because each page shows its table of contents. To show that in the sidebar, set `toc: menu` in front matter.',
      ];
    case 'snippet':
      return [
        `For a demo, write \`<code src="${foreign.file}"></code>\`. For other code, write a fence: three backticks and the language.`,
      ];
    case 'import':
      return [
        'Imports work in `.mdx` pages: rename the file. `<Tabs>`, `<Tab>` and other built-in components need no import.',
      ];
  }
}
