import fs from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import postcss from 'postcss';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { features } from 'web-features';

/** The oldest supported browsers. README and handbook name them. */
const OLDEST: Record<string, number> = { chrome: 120, edge: 120, firefox: 125, safari: 17.4 };

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** The shipped files that are the same for every site. */
const shipped = globSync('lib/{browser,prebuilt}/*.{js,css}', { cwd: root, ignore: '**/renderer-*' }).sort();
const sheets = shipped.filter((file) => file.endsWith('.css'));

/** Returns the names of features, matched by `places`, that not all of the oldest browsers support. */
function newerThanOldest(places: RegExp): ReadonlySet<string> {
  const known = new Map<string, boolean>();
  for (const feature of Object.values(features)) {
    if (feature.kind !== 'feature') continue;
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
      const name = places.exec(key)?.[1];
      if (name === undefined) continue;
      const since = new Map(Object.entries(support).map(([browser, version]) => [browser, version.replace('≤', '')]));
      const isKnown = Object.entries(OLDEST).every(([browser, version]) => Number(since.get(browser)) <= version);
      known.set(name, isKnown || known.get(name) === true);
    }
  }
  return new Set([...known.keys()].filter((name) => known.get(name) === false));
}

/** Names that newer browsers use for a feature, and our code for something else. */
const WORDS_OF_OURS = new Set(
  'difference dispose disposed error move navigation pause resize scheduler take toArray viewport'.split(' '),
);

const inOrder = (found: Iterable<string>): string[] => [...new Set(found)].sort();

describe('browsers since spring 2024', () => {
  it.each(shipped)('support the syntax of %s', (file) => {
    const options = { loader: path.extname(file).slice(1) as 'js' | 'css', minifyWhitespace: true };
    const target = Object.entries(OLDEST).map(([browser, version]) => `${browser}${version}`);
    // They support character classes like the newest target does, but esbuild does not know since when.
    const supported = { 'regexp-unicode-property-escapes': true };
    const text = read(file);
    const { code } = transformSync(text, { ...options, target: 'esnext' });
    expect(transformSync(text, { ...options, target, supported }).code).toBe(code);
  });

  it('support all properties of the style sheets, except cosmetic ones', () => {
    const properties = newerThanOldest(/^css\.properties\.([\w-]+)$/);
    const found = sheets.flatMap((file) => {
      const names: string[] = [];
      postcss.parse(read(file)).walkDecls(({ prop }) => {
        names.push(prop);
      });
      return names.filter((name) => properties.has(name));
    });
    expect(inOrder(found)).toEqual([
      'accent-color',
      'box-decoration-break',
      'content-visibility',
      // Without support, a field for several lines is two lines high.
      'field-sizing',
      'forced-color-adjust',
      'overscroll-behavior',
      // Without support, the hint is in the middle of the window.
      'position-area',
      'position-try-fallbacks',
      'scrollbar-color',
      'scrollbar-width',
      'text-size-adjust',
      // Safari needs a prefix, which the syntax test checks.
      'user-select',
      'view-transition-name',
    ]);
  });

  it('support all rules of the style sheets, except rules for newer browsers only', () => {
    const pseudos = newerThanOldest(/^css\.selectors\.([\w-]+)$/);
    const found = new Set<string>();
    for (const file of sheets)
      postcss.parse(read(file)).walkRules(({ selectors }) => {
        const newer = selectors.map((one) =>
          [...one.matchAll(/::?([a-z-]+)/g)].map(([, name = '']) => name).filter((name) => pseudos.has(name)),
        );
        for (const name of newer.flat()) found.add(name);
        // One unsupported selector invalidates the whole rule.
        expect({ selectors, kinds: new Set(newer.map((names) => names.length > 0)).size }).toEqual({
          selectors,
          kinds: 1,
        });
      });
    expect(inOrder(found)).toEqual([
      'details-content',
      'marker',
      'view-transition',
      'view-transition-group',
      'view-transition-new',
      'view-transition-old',
    ]);
  });

  it('support everything that our scripts use without a check', () => {
    const names = newerThanOldest(
      /^(?:javascript\.builtins(?:\.\w+)?|api(?:\.(?:Document|Element|Node|Window|URL))?)\.([A-Za-z]+)(?:_static)?$/,
    );
    const found = globSync('src/{app,runtime,shared,theme}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
      const { code } = transformSync(read(file), { loader: file.endsWith('x') ? 'tsx' : 'ts', jsx: 'automatic' });
      const words = code.matchAll(/\.([A-Za-z]\w*)|(?<!["'`\w])([A-Za-z]\w{5,})/g);
      return [...words].map(([, member, word = '']) => member ?? word);
    });
    expect(inOrder(found.filter((name) => names.has(name) && !WORDS_OF_OURS.has(name)))).toEqual([
      // Only in `dev`. Without it, nodes are removed and inserted again.
      'moveBefore',
      // The fallback is a timer.
      'requestIdleCallback',
      // The fallback shows the page immediately.
      'startViewTransition',
      // Without it, the frame relies on its other guards.
      'trustedTypes',
    ]);
  });
});
