/** Construct of another generator in a page. */
export type ForeignConstruct = { is: 'toc' | 'import' } | { is: 'snippet'; file: string };

export function nameForeign({ is }: ForeignConstruct): string {
  return { toc: '`[[toc]]`', import: '`import`', snippet: '`<<<`' }[is];
}

/** Returns notes about the replacement. */
export function adviseForeign(foreign: ForeignConstruct): string[] {
  switch (foreign.is) {
    case 'toc':
      return [
        'Remove it, because each page already shows a table of contents. To show the table in the sidebar, set `toc: menu` in front matter.',
      ];
    case 'snippet':
      return [
        `For a demo, write \`<code src="${foreign.file}"></code>\`. For other code, write a code block: three backticks and the language.`,
      ];
    case 'import':
      return [
        'Imports work only in `.mdx` pages. Change the extension of this file to `.mdx`. `<Tabs>`, `<Tab>` and other built-in components need no import.',
      ];
  }
}
