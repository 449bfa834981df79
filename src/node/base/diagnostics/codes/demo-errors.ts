/** Errors of demos while they are rendered on the server. */

/** Hints about errors that a demo throws in a browser too. */
const THROWN: [cause: RegExp, hint: string][] = [
  [
    /\(reading 'use[A-Z]\w*'\)|^Invalid hook call/,
    'Call hooks only while a component renders. If it does, its package contains a second copy of React: `react` must be a peer dependency of the package, and external in its build.',
  ],
  [
    /^Objects are not valid as a React child.*\$\$typeof/,
    'The element was created by a second copy of React, or by one of another version: `npm ls react` lists them.',
  ],
];

/** Note about a demo that throws. */
export const THROWS_AGAIN = 'The browser renders it again. If it throws there too, readers see an error in its place.';

/** Fixes for frequent causes that only exist on the server. */
const HINTS: [cause: RegExp, hint: string][] = [
  [
    /\b(?:window|document|navigator|location|localStorage|sessionStorage|self|matchMedia)\b/,
    'Use browser objects only in effects and event handlers.',
  ],
  [/took longer/, 'If the demo needs more time, raise demoTimeout in the configuration.'],
  [/default export/, 'Write `export default function Demo() { … }` in the demo file.'],
  [/ended its process/, 'A demo must not end the process that renders it.'],
  [/^process\.\w+ cannot be used/, 'Demos run in a browser, where there is no process.'],
  [
    /^Invalid regular expression/,
    `Node.js ${process.versions.node}, which renders demos, does not support this regular expression.`,
  ],
];

/** Returns whether an error is one of the demo itself, and not of the server on which it is rendered. */
export function isThrown(reason: string): boolean {
  return !HINTS.some(([cause]) => cause.test(reason));
}

/** Returns hints about the cause of an error. */
export function hintsFor(reason: string): string[] {
  return [...HINTS, ...THROWN].filter(([cause]) => cause.test(reason)).map(([, hint]) => hint);
}
