import type { ApiComponent, ApiProp, ApiTypeParameter } from '../../../shared/api.ts';
import * as ts from '../compiler/index.ts';
import { readDefaults } from '../defaults/read-defaults.ts';
import { describeMember, describeMembers, type RowMaker } from './describe-members.ts';
import { readDocComment, tagsOf } from './jsdoc.ts';
import type { ApiExport } from './list-exports.ts';
import type { Member } from './members.ts';
import { checkHeritage, reportUnresolved } from './problems.ts';
import { isObject, partsOf } from './type-shape.ts';
import type { TypeText } from './type-text.ts';

/** Props that React handles itself, so that a component does not receive them. */
export const TAKEN_BY_REACT = ['ref', 'key'];

/** Describes an export. Returns undefined if its doc comment hides it. */
export function describeExport(maker: RowMaker, exported: ApiExport): ApiComponent | undefined {
  const { checker, packages } = maker;
  const { id, kind, symbol, type } = exported;
  // The doc comment of a property such as `Panel: typeof Panel` may be at the declaration of the component.
  const definition = type?.symbol !== symbol && isOwn(maker, type?.symbol) ? type?.symbol : undefined;
  const symbols = definition ? [symbol, definition] : [symbol];
  const comments = symbols.map((one) => readDocComment(checker, one));
  if (comments.some(({ hidden }) => hidden)) return undefined;
  const declaration = declarationOf(symbols.at(-1)) ?? declarationOf(symbol);
  const comment = comments.find(({ description }) => description) ?? comments[0];
  const returns = comments.find((one) => one.returns)?.returns;
  const examples = comments.find((one) => one.examples)?.examples;
  const aliases = [...new Set(exported.aliases)].filter((name) => name !== id);
  return {
    id,
    ...(aliases.length > 0 && { aliases }),
    ...(exported.isDefault && { isDefault: true as const }),
    name: id.slice(id.lastIndexOf('.') + 1),
    description: comment?.description ?? '',
    kind,
    ...Object.assign({}, ...comments.map(tagsOf)),
    source: declaration ? packages.sourceOf(declaration) : { file: packages.relative(maker.entryFile), line: 1 },
    ...detailsOf(maker, exported),
    ...(kind === 'function' && returns && { returns }),
    ...(examples && { examples }),
  };
}

type Details = Pick<ApiComponent, 'props' | 'handle' | 'refType' | 'type' | 'shortType' | 'typeParameters'>;

function detailsOf(maker: RowMaker, exported: ApiExport): Details {
  const { symbol, type } = exported;
  const { checker, printer } = maker;
  switch (exported.kind) {
    case 'component':
      return describeComponent(maker, exported);
    case 'function':
      return describeFunction(maker, exported);
    case 'constant':
      return { props: [], ...(type && typeOf([printer.print(type)])) };
    case 'enum':
      return { props: describeEnum(maker, symbol) };
    case 'type':
      return describeType(maker, symbol, checker.declaredType(symbol));
  }
}

function describeComponent(maker: RowMaker, exported: ApiExport): Details {
  const { checker, printer } = maker;
  const { props: types, typeParameters } = exported.component ?? { props: [], typeParameters: [] };
  for (const type of types) reportUnknownProps(maker, type);
  const defaults = readDefaults(maker, exported);
  const props = describeMembers(maker, types, {
    defaults,
    isWanted: ({ name }) => !TAKEN_BY_REACT.includes(name),
  });
  const held = types.map((type) => typeOfRef(checker, type)).find((type) => type !== undefined);
  const handle = held ? describeHandle(maker, held) : [];
  return {
    props,
    ...(held && { refType: printer.print(held).text }),
    ...(handle.length > 0 && { handle }),
    ...describeTypeParameters(maker, typeParameters),
  };
}

/** Returns the type of a ref's value: the type of `current` in the ref objects that the prop `ref` accepts. */
export function typeOfRef(checker: ts.Checker, props: ts.Type): ts.Type | undefined {
  const ref = props.property('ref');
  if (!ref) return undefined;
  for (const part of partsOf(checker.nonNullable(ref.type))) {
    const current = part.property('current');
    if (current) return checker.nonNullable(current.type);
  }
  return undefined;
}

function describeHandle(maker: RowMaker, held: ts.Type): ApiProp[] {
  const isWanted = handleFilter(maker, held);
  return isWanted ? describeMembers(maker, [held], { isWanted }) : [];
}

/** Returns a filter for all members except those of every DOM element. Undefined if the value is a DOM element. */
export function handleFilter(
  { program }: Pick<RowMaker, 'program'>,
  held: ts.Type,
): ((member: Member) => boolean) | undefined {
  const isOfLanguage = (file: string | undefined): boolean => file !== undefined && program.isLibrary(file);
  if (held.isClassOrInterface() && isOfLanguage(held.symbol?.files[0])) return undefined;
  return ({ declarations: [first] }) => !isOfLanguage(first?.getSourceFile().fileName);
}

function describeFunction(maker: RowMaker, exported: ApiExport): Details {
  const { printer } = maker;
  const signatures = exported.type?.callSignatures ?? [];
  const defaults = readDefaults(maker, exported);
  const longest = [...signatures].sort((one, other) => other.parameters.length - one.parameters.length)[0];
  const rows = (longest?.parameters ?? []).flatMap((symbol, index) => {
    const declaration = symbol.valueDeclaration;
    const parameter = declaration && ts.isParameter(declaration) ? declaration : undefined;
    const isRest = parameter?.dotDotDotToken !== undefined;
    const same = signatures.flatMap(({ parameters }) => parameters[index] ?? []);
    const optional =
      isRest || same.length < signatures.length || Boolean(parameter && ts.isOptionalParameter(parameter));
    const name = parameter ? nameOf(parameter.name) : symbol.name;
    const member: Member = {
      name: isRest ? `...${name}` : name,
      symbol,
      declarations: symbol.declarations,
      types: [...new Set(same.map((one) => one.type))],
      optional,
    };
    return describeMember(maker, member, defaults) ?? [];
  });
  return {
    props: rows,
    ...typeOf(signatures.map((signature) => printer.printSignature(signature))),
    ...describeTypeParameters(maker, signatures.find((one) => one.typeParameters)?.typeParameters ?? []),
  };
}

function nameOf(name: ts.BindingName): string {
  if (ts.isIdentifier(name)) return name.text;
  const parts = name.elements.map((element) =>
    ts.isBindingElement(element) ? ((element.propertyName ?? element.name)?.getText() ?? '') : '',
  );
  return ts.isObjectBindingPattern(name) ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
}

function describeEnum(maker: RowMaker, symbol: ts.Symbol): ApiProp[] {
  return maker.checker.exportsOf(symbol).flatMap((member) => {
    const { valueDeclaration: declaration } = member;
    const value = declaration && ts.isEnumMember(declaration) ? maker.checker.constantValue(declaration) : undefined;
    const types = [member.type];
    const row = describeMember(maker, {
      name: member.name,
      symbol: member,
      declarations: member.declarations,
      types,
      optional: false,
    });
    return row ? [{ ...row, ...(value !== undefined && { type: JSON.stringify(value) }) }] : [];
  });
}

function describeType(maker: RowMaker, symbol: ts.Symbol, type: ts.Type): Details {
  reportUnknownProps(maker, type);
  const isAlias = Boolean(symbol.flags & ts.SymbolFlags.TypeAlias);
  const hasMembers = partsOf(type).every(
    (part) => isObject(part) && !isCallable(part) && !maker.checker.isArrayLike(part),
  );
  const declaration = declarationOf(symbol);
  const aliased = declaration && ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
  const isGeneric =
    declaration &&
    (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration) || ts.isClassLike(declaration));
  const parameters = (isGeneric && declaration.typeParameters) || [];
  return {
    props: hasMembers ? describeMembers(maker, [type]) : [],
    ...(isAlias && typeOf([maker.printer.print(type, { expand: true, declared: aliased })])),
    ...describeTypeParameters(
      maker,
      parameters.map((one) => maker.checker.typeAt(one)),
    ),
  };
}

function typeOf(texts: readonly TypeText[]): Pick<Details, 'type' | 'shortType'> {
  return {
    type: texts.map(({ text }) => text).join('\n'),
    ...(texts.some(({ shortText }) => shortText !== undefined) && {
      shortType: texts.map(({ text, shortText = text }) => shortText).join('\n'),
    }),
  };
}

function describeTypeParameters(
  { printer }: RowMaker,
  parameters: readonly ts.Type[],
): Pick<Details, 'typeParameters'> {
  const described = parameters.map(
    (parameter): ApiTypeParameter => ({ name: parameter.symbol?.name ?? '', ...printer.printTypeParameter(parameter) }),
  );
  return described.length > 0 ? { typeParameters: described } : {};
}

/** Reports props that are lost because a type that declares them could not be found. */
function reportUnknownProps(maker: RowMaker, type: ts.Type): void {
  for (const part of partsOf(type)) {
    checkHeritage(maker, part);
    for (const declaration of part.aliasSymbol?.declarations ?? []) {
      if (isOwn(maker, part.aliasSymbol)) reportUnresolved(maker, declaration);
    }
  }
}

function isCallable(type: ts.Type): boolean {
  return type.callSignatures.length > 0 || type.constructSignatures.length > 0;
}

function isOwn({ packages }: RowMaker, symbol: ts.Symbol | undefined): boolean {
  const declaration = declarationOf(symbol);
  return declaration !== undefined && packages.isOwn(declaration);
}

function declarationOf(symbol: ts.Symbol | undefined): ts.Declaration | undefined {
  return symbol?.valueDeclaration ?? symbol?.declarations?.[0];
}
