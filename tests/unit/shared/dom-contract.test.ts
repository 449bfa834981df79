import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import * as contract from '../../../src/shared/dom-contract.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const CONTRACT = 'src/shared/dom-contract.ts';
/** Attributes by which libraries recognize their own styles. */
const FOREIGN = new Set(['data-emotion', 'data-styled', 'data-theme']);
/** Files that create separate documents or shadow roots, which no theme or page shares. */
const APART = new Set([
  'src/runtime/dev/overlay.ts',
  'src/runtime/review/start-review.ts',
  'src/shared/dev-error-page.ts',
  'src/node/tools/check/render-report.ts',
]);

const declared: string[] = Object.values(contract).flatMap((value) =>
  typeof value === 'string' ? value : Object.values(value),
);
const attributes = new Set(declared.filter((name) => name.startsWith('data-')));
const classes = new Set(declared.filter((name) => !name.startsWith('data-')));
const code = globSync('src/**/*.{ts,tsx}', { cwd: root, ignore: ['**/*.d.ts', CONTRACT] }).map((file) => ({
  file,
  ring: file.split('/')[1] ?? '',
  text: read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

function read(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The attributes in strings and JSX. */
function literalsIn(text: string): string[] {
  return [...text.matchAll(/\bdata-[a-z][a-z-]*/g)].map(([name]) => name);
}

/** The attributes in camel case: in `dataset`, and as properties of syntax trees. */
function propertiesIn(text: string): string[] {
  const accessed = [...text.matchAll(/\bdataset\.(\w+)/g)].map(([, name = '']) => name);
  const taken = [...text.matchAll(/\{([^{}]*)\} = [\w.]*\bdataset\b/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => /\w+/.exec(name)?.[0] ?? ''),
  );
  const ofTrees = [...text.matchAll(/\bproperties\.(data[A-Z]\w*)|\b(data[A-Z]\w*):/g)].map(([, a, b]) => a ?? b ?? '');
  return [...[...accessed, ...taken].map((name) => `data-${kebab(name)}`), ...ofTrees.map(kebab)];
}

/** The classes that code sets or queries. */
function classesIn(text: string): string[] {
  const set = /\bclass(?:Name)?(?:=|: | = )\{?\[?(["'`])(.*?)\1|\bclassList\.\w+\((["'])(.*?)\3/g;
  const queried = /\b(?:querySelector(?:All)?|closest|matches)(?:<[^>]*>)?\(\s*(["'`])(.*?)\1/g;
  return [
    ...[...text.matchAll(set)].flatMap(([, , one = '', , other = '']) => `${one} ${other}`.split(/\s+|\$\{[^}]*\}/)),
    ...[...text.matchAll(queried)].flatMap(([, , selector = '']) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  ].filter((name) => /^[a-z][\w-]*\w$/.test(name));
}

/** Returns `name: files` for names in several rings. */
function inSeveralRings(namesIn: (text: string) => string[], isAllowed: (name: string) => boolean): string[] {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of code)
    for (const name of namesIn(text)) if (!isAllowed(name)) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, those]) => new Set([...those].map((file) => file.split('/')[1])).size > 1)
    .map(([name, those]) => `${name}: ${[...those].join(', ')}`);
}

describe('DOM contract', () => {
  it('is imported wherever code uses its names', () => {
    const literal = code.flatMap(({ file, text }) =>
      [
        ...literalsIn(text).filter((name) => attributes.has(name)),
        ...(APART.has(file) ? [] : classesIn(text).filter((name) => classes.has(name))),
      ].map((name) => `${file}: ${name}`),
    );
    expect(literal).toEqual([]);
  });

  it('declares every attribute that two rings use', () => {
    const named = (text: string): string[] => [...literalsIn(text), ...propertiesIn(text)];
    expect(inSeveralRings(named, (name) => attributes.has(name) || FOREIGN.has(name))).toEqual([]);
  });

  it('declares every class that two rings use', () => {
    const shared = code.filter(({ file }) => !APART.has(file));
    expect(shared.flatMap(({ text }) => classesIn(text)).length).toBeGreaterThan(100);
    const apart = new Set(code.filter(({ file }) => APART.has(file)).flatMap(({ text }) => classesIn(text)));
    expect(inSeveralRings(classesIn, (name) => classes.has(name) || apart.has(name))).toEqual([]);
  });

  it('declares every attribute in a selector of a style sheet, unless one ring sets it', () => {
    const set = new Set(code.flatMap(({ text }) => [...literalsIn(text), ...propertiesIn(text)]));
    const unknown = globSync('src/**/*.css', { cwd: root }).flatMap((file) =>
      literalsIn(read(file))
        .filter((name) => !attributes.has(name) && !set.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
