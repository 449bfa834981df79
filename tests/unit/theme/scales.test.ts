import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../../src/theme/styles');
const read = (sheet: string): string => fs.readFileSync(path.join(folder, `${sheet}.css`), 'utf8');
/** Style sheets of the shell: header, columns, navigation, home page and 404. */
const SHELL = ['base', 'layout', 'header', 'navigation', 'controls', 'home'];
/** Other style sheets. They may have values between two steps. */
const OTHERS = ['search', 'demo', 'demo-editing', 'demo-page', 'playground', 'api', 'code'];
const RADII = ['0.25rem', '0.5rem', '0.75rem'];
const SPACES = ['0.25rem', '0.5rem', '0.75rem', '1rem', '1.5rem', '2rem', '3rem', '4rem'];

function valuesOf(property: RegExp, sheets = SHELL): string[] {
  return sheets.flatMap((sheet) =>
    [...read(sheet).matchAll(/(?<=[;{]\s+)([\w-]+): ([^;{}]+);/g)]
      .filter(([, name = '']) => property.test(name))
      .map(([, , value = '']) => value),
  );
}

describe('the scales of the theme', () => {
  it('give every corner of the shell', () => {
    const values = valuesOf(/^border-radius$/);
    expect(values.length).toBeGreaterThan(10);
    const isScale = (value: string): boolean => /^(?:var\(--radius(?:-\w+)?\)|0|50%|inherit)$/.test(value);
    expect(values.flatMap((value) => value.split(' ')).filter((value) => !isScale(value))).toEqual([]);
  });

  it('give every elevation of the shell; other shadows are lines', () => {
    const values = valuesOf(/^box-shadow$/);
    expect(values.filter((value) => !/^(?:var\(--shadow(?:-\w+)?\)|none|inset .*)$/.test(value))).toEqual([]);
  });

  it('of spacing are tokens, in ascending order', () => {
    const tokens = [...read('tokens').matchAll(/--space-(\d): ([\d.]+rem);/g)].map(([, , value]) => value);
    expect(tokens).toEqual(SPACES);
    const literal = valuesOf(/^(?:gap|(?:padding|margin)(?:-(?:block|inline)-(?:start|end))?)$/);
    expect(literal.filter((value) => SPACES.includes(value))).toEqual([]);
  });

  it('are used by the other style sheets for values that are a step', () => {
    const partsOf = (property: RegExp): string[] => valuesOf(property, OTHERS).flatMap((value) => value.split(' '));
    const radii = partsOf(/^border(?:-\w+-\w+)?-radius$/);
    expect(radii.filter((value) => RADII.includes(value))).toEqual([]);
    // Logical shorthands have no variables; see `guard.css`.
    const spaces = partsOf(/^(?:(?:row-|column-)?gap|(?:padding|margin)(?:-(?:block|inline)-(?:start|end))?)$/);
    expect(spaces.filter((value) => SPACES.includes(value))).toEqual([]);
  });
});
