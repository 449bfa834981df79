import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const sheets = [...globSync('src/theme/styles/*.css', { cwd: root }), 'src/app/editor.css'];

/** Declarations that refer to a side of the window, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'src/theme/styles/base.css border-width: 0 1.5px 1.5px 0': 'a corner that is turned to point down',
  'src/theme/styles/code.css text-align: left': 'code is read from left to right in every language',
  'src/theme/styles/blocks.css text-align: left': 'the alignment that the author of a table chose',
  'src/theme/styles/blocks.css text-align: right': 'the alignment that the author of a table chose',
};

const PHYSICAL_NAME =
  /^((scroll-)?(margin|padding)|border|inset)-(left|right)\b|^(left|right)$|^border-(top|bottom)-(left|right)-radius$/;
const SIDED_VALUE = /^(text-align|float|clear|transform-origin|(background|object|mask)-position|resize)$/;
/** A function call with nested calls, such as `calc(1px + var(--a))`. */
const CALL = /\((?:[^()]|\([^()]*\))*\)/g;

/** Whether a declaration would not be mirrored. */
function isPhysical(property: string, value: string): boolean {
  if (PHYSICAL_NAME.test(property)) return true;
  if (SIDED_VALUE.test(property)) return /\b(left|right)\b/.test(value);
  // Four values: top, right, bottom, left.
  const sides = value.replace(CALL, (call) => call.replaceAll(' ', '')).split(/\s+/);
  return /^(margin|padding|inset|border-width)$/.test(property) && sides.length === 4 && sides[1] !== sides[3];
}

/** Shorthands of logical properties. WebKit loses them with `revert-layer` (`guard.css`) if they contain a variable. */
const LOGICAL_SHORTHAND =
  /^(border-(block|inline)(-(start|end|color|width|style))?|(inset|(scroll-)?(margin|padding))-(block|inline))$/;

const isLost = (property: string, value: string): boolean => LOGICAL_SHORTHAND.test(property) && /\bvar\(/.test(value);

function declarationsOf(css: string, is: (property: string, value: string) => boolean): string[] {
  const declarations = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[;{])\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g);
  return [...declarations]
    .filter(([, property = '', value = '']) => is(property, value))
    .map(([, property, value]) => `${property}: ${value}`);
}

const physicalDeclarations = (css: string): string[] => declarationsOf(css, isPhysical);
const lostDeclarations = (css: string): string[] => declarationsOf(css, isLost);

describe('style sheets of the theme', () => {
  it('use no physical sides, so that they can be mirrored', () => {
    const found = sheets.flatMap((sheet) =>
      physicalDeclarations(fs.readFileSync(path.join(root, sheet), 'utf8')).map(
        (declaration) => `${sheet} ${declaration}`,
      ),
    );
    expect(sheets.length).toBeGreaterThan(10);
    expect(found.filter((declaration) => !(declaration in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((exception) => !found.includes(exception))).toEqual([]);
  });
});

describe('logical shorthands', () => {
  it('contain no variables, which WebKit would lose', () => {
    const found = sheets.flatMap((sheet) =>
      lostDeclarations(fs.readFileSync(path.join(root, sheet), 'utf8')).map((declaration) => `${sheet} ${declaration}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'border-block-end: 1px solid var(--line)',
    'border-inline-color: var(--a)',
    'padding-inline: max(1px, var(--a))',
  ])('are found with variables: %s', (declaration) => {
    expect(lostDeclarations(`a { ${declaration}; }`)).toEqual([declaration]);
  });

  it.each([
    'border-block-end: 1px solid',
    'border-block-end-color: var(--a)',
    'border: 1px solid var(--a)',
    'padding: var(--a)',
  ])('are accepted without variables: %s', (declaration) => {
    expect(lostDeclarations(`a { ${declaration}; }`)).toEqual([]);
  });
});

describe('the search for physical sides', () => {
  it.each([
    'margin-left: 1px',
    'padding-right: 1px',
    'border-left-color: red',
    'left: 0',
    'text-align: right',
    'border-top-left-radius: 1px',
    'padding: 0 1px 0 2px',
    'inset: calc(1px + var(--a)) 1rem auto auto',
  ])('finds %s', (declaration) => {
    expect(physicalDeclarations(`a { ${declaration}; }`)).toEqual([declaration]);
  });

  it.each([
    'margin-inline: 0 1px',
    'inset: 0 auto auto',
    'text-align: start',
    'padding: calc(1px + 2px) 1px',
    'color: red',
  ])('ignores %s', (declaration) => {
    expect(physicalDeclarations(`a { ${declaration}; }`)).toEqual([]);
  });
});
