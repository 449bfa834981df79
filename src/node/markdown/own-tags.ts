/** Which tags are ours, and which of them stand between blocks. */

/**
 * The tool's own components: a paragraph ends before one that is a block, in an `.mdx` page they stay static, and headings in them
 * keep their place in the outline. A theme's own are used by name without being here; `DemoGrid` is made by the compiler alone.
 */
export const OWN_COMPONENTS = new Set([
  'API',
  'Badge',
  'Card',
  'Cards',
  'CodeGroup',
  'Container',
  'FileTree',
  'Link',
  'SourceCode',
  'StackBlitz',
  'Steps',
  'Tab',
  'Table',
  'Tabs',
  'Tree',
]);

/** Built-in components that stand inside a line of text. */
const INLINE = new Set(['Badge', 'Link']);

/** Elements of HTML that old pages write in capitals. */
const HTML_IN_CAPITALS = new Set(
  `A ABBR ADDRESS ARTICLE ASIDE AUDIO B BIG BLOCKQUOTE BR BUTTON CAPTION CENTER CITE CODE COL COLGROUP DD DEL DETAILS DFN
  DIV DL DT EM FIELDSET FIGCAPTION FIGURE FONT FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR I IFRAME IMG INPUT INS KBD LABEL
  LEGEND LI MAIN MARK NAV OL OPTION P PICTURE PRE Q S SAMP SCRIPT SECTION SELECT SMALL SOURCE SPAN STRIKE STRONG STYLE SUB
  SUMMARY SUP SVG TABLE TBODY TD TEXTAREA TFOOT TH THEAD TIME TITLE TR TT U UL VAR VIDEO`.split(/\s+/),
);

/** True for the name of a component: it begins with a capital letter and is no element of HTML in capitals. */
export function isComponentName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9.]*$/.test(name) && !HTML_IN_CAPITALS.has(name);
}

/** True for a component that may not stand inside a paragraph. */
export function isBlockComponent(name: string): boolean {
  return name === 'code' || name === 'embed' || (OWN_COMPONENTS.has(name) && !INLINE.has(name));
}

/** True for a component that may stand inside a paragraph even when it is alone in it. */
export function isInlineComponent(name: string): boolean {
  return INLINE.has(name);
}
