/** Elements that do not divide words: `<b>a</b>b` is one, `<div>a</div>b` is two. */
const IN_WORDS = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr`.split(
    ' ',
  ),
);

/** Elements between words, which stand inside a line too. */
const BETWEEN_WORDS = new Set(['br', 'button', 'img', 'input', 'label']);

/** True for an element of HTML whose text belongs to the words around it. */
export function isInWords(tagName: string): boolean {
  return IN_WORDS.has(tagName);
}

/** True for an element of HTML that stands inside a line of text. */
export function isInLine(tagName: string): boolean {
  return IN_WORDS.has(tagName) || BETWEEN_WORDS.has(tagName);
}
