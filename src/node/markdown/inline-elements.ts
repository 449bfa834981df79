/** Elements that do not separate words: `<b>a</b>b` is one word, `<div>a</div>b` is two. */
const IN_WORDS = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr`.split(
    ' ',
  ),
);

const BETWEEN_WORDS = new Set(['br', 'button', 'img', 'input', 'label']);

/** Returns true if the element's text joins the words around it. */
export function isInWords(tagName: string): boolean {
  return IN_WORDS.has(tagName);
}

export function isInLine(tagName: string): boolean {
  return IN_WORDS.has(tagName) || BETWEEN_WORDS.has(tagName);
}
