import * as ts from '../compiler/index.ts';
import { memo } from '../compiler/memo.ts';

/** Matches short names of CSS properties in style systems: `mt`, `px`, `bg`, `w`, `maw`. */
const SHORT =
  /^[mp][trblxyse]?$|^(?:bg|bga|bgp|bgr|bgsz|bd|bdrs|c|fz|ff|fs|fw|lh|lts|ta|tt|td|tov|w|h|d|pos|inset|opacity|miw|maw|mih|mah|minW|maxW|minH|maxH|rounded|shadow|gap[XY]?)$/;
/** Minimum number of style props in a declaration of a style system that also contains other props. */
const MIN_STYLES = 8;
/** The same minimum for a declaration that contains only style props. */
const MIN_ALONE = 3;

/**
 * Matches props of a declaration in which at least half of the props have the name of a CSS property. A single prop
 * with the name `color` is not enough.
 */
export function createStyleNames(checker: ts.Checker): (property: ts.Symbol) => boolean {
  const names = memo((at: ts.Node): ReadonlySet<string> => {
    const css = checker.resolveTypeName('CSSStyleDeclaration', at);
    return new Set(css ? checker.declaredType(css).properties.map(({ name }) => name) : []);
  });
  const isSystem = memo((block: ts.Node): boolean => {
    const { members = [] } = block as ts.Node & { members?: readonly ts.Node[] };
    if (members.length < MIN_ALONE) return false;
    const known = names(block);
    const styles = members.filter((member) => {
      const name = ts.nameOfDeclaration(member)?.getText() ?? '';
      return known.has(name) || SHORT.test(name);
    });
    return styles.length === members.length || (styles.length >= MIN_STYLES && styles.length >= members.length / 2);
  });
  return ({ name, declarations: [first], files }) => {
    if (files.length === 0) return SHORT.test(name);
    return first?.parent !== undefined && isSystem(first.parent);
  };
}
