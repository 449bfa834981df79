import * as ts from '../compiler/index.ts';
import { readComponentType } from '../extract/component-type.ts';
import type { PackageLookup } from '../extract/packages.ts';
import { partsOf } from '../extract/type-shape.ts';
import { createWrittenOrder, type WrittenOrder } from '../extract/written-order.ts';
import type { DemoFunction } from './find-demo.ts';

export interface PropsType {
  type: ts.Type;
  /** Optional props that must be set, because the compiler infers the type arguments from them. */
  needed: readonly string[];
}

/** The types of a demo's props. There is one type for each overload and type argument. */
export interface TypedDemo {
  program: ts.Program;
  /** Undefined if the types are unknown. Empty for a component without props. */
  types: readonly PropsType[] | undefined;
}

export interface UntypedDemo {
  source: ts.SourceFile;
  found: DemoFunction;
  element: ts.JsxOpeningLikeElement | undefined;
}

interface Context {
  program: ts.Program;
  session: ts.Session;
  packages: PackageLookup;
}

/** Maximum number of combinations of type arguments. If there are more, type parameters are not replaced. */
const MAX_COMBINATIONS = 64;

/**
 * Reads the types of props. If the parameter has no type, the props are those of the element that receives them. Type
 * arguments are evaluated in lines that are added to the demo's file in memory.
 */
export function readTypes(demos: readonly UntypedDemo[], { program, session, packages }: Context): TypedDemo[] {
  const asked = demos.map((demo) =>
    questionOf(demo, {
      checker: program.checker,
      packages,
      orderOf: createWrittenOrder({ program, checker: program.checker }),
    }),
  );
  const generic = asked.filter(({ lines }) => lines.length > 0);
  const texts = generic.map(({ source, lines }): [string, string] => [
    source.fileName,
    [source.text, ...lines.map(({ text }) => text)].join('\n'),
  ]);
  const changed = texts.length > 0 ? session.change(program, new Map(texts)) : program;
  return asked.map(({ source, types, isUntyped, lines }): TypedDemo => {
    const { checker } = changed;
    const file = changed.file(source.fileName);
    const answers = lines.map(({ name, needed }): PropsType[] => {
      const line = file?.statements.find((node: ts.Node) => ts.nameOfDeclaration(node)?.getText() === name);
      const type = line && checker.typeAt(line).callSignatures[0]?.returnType;
      const found = type && isUntyped ? readComponentType({ checker, packages }, type)?.props : type && [type];
      return (found ?? []).filter(isKnown).map((one) => ({ type: one, needed }));
    });
    if (lines.length > 0 && answers.every((answer) => answer.length > 0))
      return { program: changed, types: answers.flat() };
    return { program, types: types?.map((type) => ({ type, needed: [] })) };
  });
}

function isKnown({ flags }: ts.Type): boolean {
  return !(flags & ts.TypeFlags.Any);
}

interface Reading {
  checker: ts.Checker;
  packages: PackageLookup;
  orderOf: (declared: ts.Node) => WrittenOrder;
}

function questionOf(demo: UntypedDemo, read: Reading) {
  const { source, found, element } = demo;
  const { checker, orderOf } = read;
  const own = checker.typeAt(found.parameter);
  const isUntyped = !isKnown(own);
  const component = isUntyped && element ? readComponentType(read, checker.typeAt(element.tagName)) : undefined;
  const types = isUntyped ? component?.props : [own];
  const parameters = isUntyped
    ? component?.typeParameters.flatMap(
        ({ symbol }) => symbol?.declarations.filter(ts.isTypeParameterDeclaration) ?? [],
      )
    : found.node.typeParameters;
  return { source, types, isUntyped, lines: linesOf(demo, { parameters, types, checker, orderOf }) };
}

interface Line {
  name: string;
  text: string;
  needed: string[];
}

interface Generic extends Pick<Reading, 'checker' | 'orderOf'> {
  parameters: readonly ts.TypeParameterDeclaration[] | undefined;
  types: readonly ts.Type[] | undefined;
}

/** Returns a declaration for each combination of type arguments. The combination of the defaults comes first. */
function linesOf(
  { found, element, source }: UntypedDemo,
  { parameters = [], types = [], ...reading }: Generic,
): Line[] {
  const own = found.parameter.type;
  if (parameters.length === 0 || !(own || element)) return [];
  let combinations: string[][] = [[]];
  for (const parameter of parameters) {
    const values = valuesOf(parameter, reading);
    combinations = combinations.flatMap((before) => values.map((value) => [...before, value]));
    if (combinations.length > MAX_COMBINATIONS) return [];
  }
  const [first = []] = combinations;
  const lines = combinations.flatMap((values, index): Line[] => {
    const others = parameters.filter((_, place) => values[place] !== first[place]);
    const needed = others.map((parameter) => propOf(parameter, types));
    if (needed.includes(undefined)) return [];
    const name = `__props${index}`;
    const list = parameters.map((parameter) => parameter.getText()).join(', ');
    const text = own
      ? `type ${name}_<${list}> = ${own.getText(source)};\ndeclare function ${name}(): ${name}_<${values.join(', ')}>;`
      : `declare function ${name}(): typeof ${element?.tagName.getText(source)}<${values.join(', ')}>;`;
    return [{ name, text, needed: needed as string[] }];
  });
  // A single combination is queried only if it differs from the types without type arguments.
  const isNew = combinations.length > 1 ? lines.length > 1 : first.some((value) => value !== 'any');
  return isNew ? lines : [];
}

/** Returns the values of a parameter, the default first. Without choices, the only value is a literal default, otherwise `any`. */
function valuesOf(
  { name, constraint, defaultType }: ts.TypeParameterDeclaration,
  { checker, orderOf }: Pick<Reading, 'checker' | 'orderOf'>,
): string[] {
  const limit = checker.baseConstraint(checker.typeAt(name));
  const parts = limit ? partsOf(limit) : [];
  // An enum's member, which has a symbol, may not be in scope.
  const isValue = ({ literal, symbol }: ts.Type): boolean =>
    literal !== undefined && typeof literal !== 'bigint' && !symbol;
  const standard = defaultType && checker.typeOfNode(defaultType).literal;
  if (parts.length < 2 || !parts.every(isValue))
    return [typeof standard === 'string' ? JSON.stringify(standard) : 'any'];
  const order = constraint && orderOf(constraint);
  const rank = (value: ts.Type['literal']): number =>
    value === standard ? -1 : (order?.ofText(String(value)) ?? Number(value));
  const values = parts.map(({ literal }) => literal);
  return values.sort((a, b) => rank(a) - rank(b)).map((value) => JSON.stringify(value));
}

function propOf({ name }: ts.TypeParameterDeclaration, types: readonly ts.Type[]): string | undefined {
  const isDeclared = ({ declarations }: ts.Symbol): boolean =>
    declarations.some((node: ts.Node) => (node as Partial<ts.PropertySignature>).type?.getText() === name.text);
  return types.flatMap(({ properties }) => properties).find(isDeclared)?.name;
}
