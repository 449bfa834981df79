/** Error message of React's production build: a code, and a URL that explains it. */
const CODED = /Minified React error #(\d+); visit (\S+).*/s;

/** Returns whether a message is a code for which React's development build contains a message. */
export function isCoded(message: string): boolean {
  return CODED.test(message);
}

/** Shortens a message with a code, for use if the text is not available. */
export function shortenCoded(message: string): string {
  return message.replace(CODED, 'React error $1, explained at $2');
}
