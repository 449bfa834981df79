import ts from 'typescript';
import type { ApiContext } from './context.ts';
import { partsOf } from './type-shape.ts';

/** A member of one or several types. */
export interface Member {
  name: string;
  /** Absent for an index signature. */
  symbol?: ts.Symbol;
  declarations: readonly ts.Declaration[];
  /** One, or what it is in each of the types that have it. */
  types: ts.Type[];
  optional: boolean;
}

/**
 * Members of all the types together, such as the props of each overload or of each part of a union. What some of the
 * types lack is optional. The order is that of the declarations, an interface before what it extends.
 */
export function membersOf(context: ApiContext, types: readonly ts.Type[]): Member[] {
  const objects = types.flatMap(partsOf);
  const members = new Map<string, Member[]>();
  for (const type of objects) {
    for (const member of [...propertiesOf(context, type), ...indexesOf(context, type)]) {
      members.set(member.name, [...(members.get(member.name) ?? []), member]);
    }
  }
  return inOrder([...members.values()].map((same) => merge(same, same.length < objects.length)));
}

function propertiesOf({ checker, packages }: ApiContext, type: ts.Type): Member[] {
  return checker
    .getPropertiesOfType(type)
    .filter((property) => !/^__[@#]/.test(property.name) && !property.declarations?.some(isInaccessible))
    .map((property) => {
      const symbol = property.name === 'children' ? ownChildren(property, type, packages.originOf) : property;
      return {
        name: symbol.name,
        symbol,
        declarations: symbol.declarations ?? [],
        types: [checker.getTypeOfSymbol(symbol)],
        optional: Boolean(property.flags & ts.SymbolFlags.Optional),
      };
    });
}

function isInaccessible(declaration: ts.Declaration): boolean {
  return Boolean(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.NonPublicAccessibilityModifier);
}

/** `children` without those of `PropsWithChildren`, which say nothing beside the component's own. */
function ownChildren(property: ts.Symbol, type: ts.Type, originOf: (file: string) => string): ts.Symbol {
  if (!type.isIntersection()) return property;
  const declared = type.types.flatMap((part) => part.getProperty(property.name) ?? []);
  const own = declared.filter(({ declarations }) => {
    const file = declarations?.[0]?.getSourceFile().fileName;
    return file === undefined || originOf(file) !== '@types/react';
  });
  return (own.length === 1 && own[0]) || property;
}

function indexesOf({ checker }: ApiContext, type: ts.Type): Member[] {
  return checker.getIndexInfosOfType(type).map(({ keyType, type: value, declaration }) => {
    const parameter =
      declaration && ts.isIndexSignatureDeclaration(declaration) ? declaration.parameters[0] : undefined;
    const key = parameter && ts.isIdentifier(parameter.name) ? parameter.name.text : 'key';
    return {
      name: `[${key}: ${checker.typeToString(keyType)}]`,
      declarations: declaration ? [declaration] : [],
      types: [value],
      optional: true,
    };
  });
}

function merge(same: Member[], partial: boolean): Member {
  const [first, ...others] = same as [Member, ...Member[]];
  if (others.length === 0) return { ...first, optional: first.optional || partial };
  return {
    ...first,
    declarations: [...new Set(same.flatMap(({ declarations }) => declarations))],
    types: [...new Set(same.flatMap(({ types }) => types))],
    optional: partial || same.some(({ optional }) => optional),
  };
}

/**
 * The compiler lists the members of a mapped type in an order of its own: those that are declared side by side are put
 * back into the order of their declarations.
 */
function inOrder(members: Member[]): Member[] {
  const blocks = new Map<ts.Node | undefined, Member[]>();
  for (const member of members) {
    const block = member.declarations[0]?.parent;
    blocks.set(block, [...(blocks.get(block) ?? []), member]);
  }
  return [...blocks.values()].flatMap((block) =>
    block.sort((a, b) => (a.declarations[0]?.pos ?? 0) - (b.declarations[0]?.pos ?? 0)),
  );
}
