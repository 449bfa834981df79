/**
 * Built-in components. A block component ends the paragraph before it. In `.mdx`, built-in components stay static.
 * Theme components need no entry. `DemoGrid` is missing because only the compiler creates it.
 */
export const OWN_COMPONENTS = new Set([
  'API',
  'ApiChanges',
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

const INLINE = new Set(['Badge', 'Link']);

/** Tags that the compiler replaces, so the theme has no component for them. */
const REPLACED = new Set(['code', 'embed', 'Playground']);

/** HTML elements that old pages write in upper case. */
const HTML_IN_CAPITALS = new Set(
  `A ABBR ADDRESS ARTICLE ASIDE AUDIO B BIG BLOCKQUOTE BR BUTTON CAPTION CENTER CITE CODE COL COLGROUP DD DEL DETAILS DFN
  DIV DL DT EM FIELDSET FIGCAPTION FIGURE FONT FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR I IFRAME IMG INPUT INS KBD LABEL
  LEGEND LI MAIN MARK NAV OL OPTION P PICTURE PRE Q S SAMP SCRIPT SECTION SELECT SMALL SOURCE SPAN STRIKE STRONG STYLE SUB
  SUMMARY SUP SVG TABLE TBODY TD TEXTAREA TFOOT TH THEAD TIME TITLE TR TT U UL VAR VIDEO`.split(/\s+/),
);

/** Returns true for a component name: it starts with an upper-case letter and is not an upper-case HTML element. */
export function isComponentName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9.]*$/.test(name) && !HTML_IN_CAPITALS.has(name);
}

export function isReplaced(name: string): boolean {
  return REPLACED.has(name);
}

/** Returns true for a component that must not be inside a paragraph. */
export function isBlockComponent(name: string): boolean {
  return isReplaced(name) || (OWN_COMPONENTS.has(name) && !INLINE.has(name));
}

export function isInlineComponent(name: string): boolean {
  return INLINE.has(name);
}

/** Elements that do not separate words: `<b>a</b>b` is one word, `<div>a</div>b` is two. */
const IN_WORDS = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr`.split(
    ' ',
  ),
);

const BETWEEN_WORDS = new Set(['br', 'button', 'img', 'input', 'label']);

/** Returns true if the element's text is part of the words around it. */
export function isInWords(tagName: string): boolean {
  return IN_WORDS.has(tagName);
}

export function isInLine(tagName: string): boolean {
  return IN_WORDS.has(tagName) || BETWEEN_WORDS.has(tagName);
}
