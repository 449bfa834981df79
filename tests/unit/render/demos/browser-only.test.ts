import { describe, expect, it } from 'vitest';
import { mayNeedBrowser } from '../../../../src/node/render/demos/browser-only.ts';

describe('an error comes from the missing browser', () => {
  it.each([
    'window is not defined',
    'ResizeObserver is not defined',
    'HTMLInputElement is not defined',
    'Image is not defined',
    'document is undefined',
    "Cannot read properties of undefined (reading 'matchMedia')",
    "Cannot read properties of undefined (reading 'getItem')",
    "Cannot set properties of null (setting 'cookie')",
    'window.matchMedia is not a function',
    'globalThis.requestAnimationFrame is not a function',
    "Cannot destructure property 'userAgent' of 'globalThis.navigator' as it is undefined.",
    'Missing getServerSnapshot, which is required for server-rendered content. Will revert to client rendering.',
    'Minified React error #407; visit https://react.dev/errors/407 for the full message',
    'it took longer than 10 s',
    'Failed to parse URL from /data.json',
  ])('%s', (message) => expect(mayNeedBrowser(message)).toBe(true));
});

describe('an error is one of the demo', () => {
  it.each([
    'usseState is not defined',
    'TextField is not defined',
    'Buffer is not defined',
    "Cannot read properties of null (reading 'useState')",
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of undefined (reading 'open')",
    'items.map is not a function',
    'The document is broken: no window',
    'constructor is not a function',
    'A demo cannot be an async function: load its data in an effect, or read a promise with `use`',
  ])('%s', (message) => expect(mayNeedBrowser(message)).toBe(false));
});
