/** End of the explanation in React's messages about hydration. The tree with the difference follows. */
const EXPLANATION = 'react.dev/link/hydration-mismatch';

export const MISMATCH_FIX = 'Render the same on the server and at first in the browser, and change it in an effect.';

/**
 * Returns undefined for other messages, and without a tree. Example: '`<p className="size">` contains `2` in the
 * browser, but `1` in the HTML'.
 */
export function describeMismatch(message: string): string | undefined {
  const start = message.indexOf(EXPLANATION);
  if (start === -1) return undefined;
  const lines = message.slice(start).split('\n').slice(1);
  const first = lines.findIndex((line) => /^[+-] /.test(line));
  const line = lines[first];
  if (line === undefined) return undefined;
  const depth = depthOf(line);
  const parent = lines.slice(0, first).findLast((other) => other.trim().startsWith('<') && depthOf(other) < depth);
  const next = lines[first + 1];
  const other = next?.startsWith('- ') && depthOf(next) === depth ? contentOf(next) : undefined;
  const [browser, html] = line.startsWith('+') ? [contentOf(line), other] : [undefined, contentOf(line)];
  const isAttribute = parent !== undefined && !parent.endsWith('>');
  const name = parent === undefined ? 'It' : `\`${contentOf(parent)}${isAttribute ? '>' : ''}\``;
  const verb = isAttribute ? 'has' : 'contains';
  if (browser === undefined) return `${name} ${verb} \`${html}\` in the HTML, but not in the browser`;
  return `${name} ${verb} \`${browser}\` in the browser, but ${html === undefined ? 'not' : `\`${html}\``} in the HTML`;
}

/** Returns the message about a mismatch of a demo, followed by React's own. Undefined for any other message. */
export function describeDemoMismatch(message: string, id: string): string | undefined {
  const mismatch = describeMismatch(message);
  if (mismatch === undefined) return undefined;
  return `The demo ${id} renders differently in the browser: ${mismatch}\n${MISMATCH_FIX}\n\n${message}`;
}

function depthOf(line: string): number {
  return line.slice(1).search(/\S/);
}

function contentOf(line: string): string {
  return line.slice(1).trim();
}
