import * as ts from '../compiler/index.ts';
import { memo } from '../compiler/memo.ts';
import { reactType } from '../extract/react-type.ts';

/** Minimum number of members of a declaration that repeats React's. One with fewer is a choice of the component, such as `title`. */
const MIN_MEMBERS = 3;

/** Attributes and handlers of every element, in a declaration with nothing else. */
export function createRepeatedNames(program: ts.Program): (property: ts.Symbol) => boolean {
  const { checker } = program;
  const properties = reactType('HTMLAttributes', program)?.properties ?? [];
  const attributes = new Map(properties.map((property) => [property.name, property]));
  // A component chooses to have children.
  attributes.delete('children');
  const isCopy = memo((block: ts.Node): boolean => {
    const { members = [] } = block as ts.Node & { members?: readonly ts.Node[] };
    const isAttribute = (member: ts.Node): boolean => attributes.has(nameOf(member));
    return members.length >= MIN_MEMBERS && members.every(isAttribute);
  });
  return ({ name, type, declarations: [first] }) => {
    const attribute = attributes.get(name);
    if (!attribute || !first?.parent || !isCopy(first.parent)) return false;
    const [own, known] = [type, attribute.type].map(checker.nonNullable) as [ts.Type, ts.Type];
    // Types of handlers differ only in the element.
    if (known.callSignatures.length > 0) return own.symbol === known.symbol;
    return checker.isAssignable(own, known) && checker.isAssignable(known, own);
  };
}

function nameOf(member: ts.Node): string {
  const name = ts.nameOfDeclaration(member);
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}
