import * as ts from '../compiler/index.ts';
import { partsOf } from '../extract/type-shape.ts';

/** Returns the regular expression of a string literal, or of a template literal type; undefined if it is not a simple one. */
function patternOf(type: ts.Type): string | undefined {
  const { literal, texts, flags } = type;
  if (typeof literal === 'bigint') return undefined;
  if (literal !== undefined) return escaped(String(literal));
  if (flags & ts.TypeFlags.String) return ANY_TEXT;
  if (flags & ts.TypeFlags.Number) return '-?\\d+(?:\\.\\d+)?';
  if (flags & ts.TypeFlags.BigInt) return '-?(?:0|[1-9]\\d*)';
  if (texts.length === 0) return undefined;
  const patterns = type.operands.map((operand) => joinedPattern(partsOf(operand)));
  return patterns.includes(undefined)
    ? undefined
    : texts.map((text, index) => escaped(text) + (patterns[index] ?? '')).join('');
}

/** Any text. With more than two in a pattern, a text from an address could take minutes to match. */
const ANY_TEXT = '[^]*';
const MAX_ANY_TEXTS = 2;

/** Returns the regular expression that matches a text of any of the types; undefined if it would be too slow. */
export function joinedPattern(types: readonly ts.Type[]): string | undefined {
  const patterns = types.map(patternOf);
  if (patterns.includes(undefined) || patterns.join('').split(ANY_TEXT).length - 1 > MAX_ANY_TEXTS) return undefined;
  return patterns.length === 1 && types.every(({ texts }) => texts.length > 0)
    ? patterns[0]
    : `(?:${patterns.join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
