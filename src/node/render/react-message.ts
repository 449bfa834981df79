/** Message of React's production build: a code, and where on the web it is explained. */
const CODED = /Minified React error #(\d+); visit (\S+).*/s;

/** True for a message that React's development build would give in words. */
export function isCoded(message: string): boolean {
  return CODED.test(message);
}

/** A message as an author can use it, when there are no words to be had. */
export function shortenCoded(message: string): string {
  return message.replace(CODED, 'React error $1, explained at $2');
}
