import * as ts from '../compiler/index.ts';
import type { TypesContext } from '../extract/context.ts';
import { createContext } from '../extract/library-program.ts';
import {
  type ApiExport,
  answerOf,
  choicesOf,
  type Generic,
  genericOf,
  listExports,
  propsOf,
} from '../extract/list-exports.ts';
import { propsTypesOf } from '../history/api-names.ts';
import { type Fact, type NamesOfVersion, namesOfExport } from './compared-names.ts';
import { factsOf } from './facts-of.ts';
import { type ApiSide, openSides } from './open-sides.ts';
import { type TypeUse, usesOfTypes } from './type-uses.ts';

export interface CompareApisOptions {
  /** The older side. Undefined for the first version, for which only the names are returned. */
  older?: ApiSide;
  newer: ApiSide;
}

export interface ComparedApis {
  /** Sorted names of the newer version. Undefined if the version has no types, so that its entry was not found. */
  names?: string[];
  facts: Fact[];
}

/** Prefix of the names that the added lines declare. */
const LINES = '__side';

type Uses = ReadonlyMap<string, ReadonlySet<TypeUse>>;

export function compareApis({ older, newer }: CompareApisOptions, session: ts.Session): ComparedApis {
  const sides = [newer, ...(older ? [older] : [])];
  const { program, entries } = openSides(sides, session);
  if (entries.some((entry) => entry === undefined)) return { facts: [] };
  const contextsOf = (opened: ts.Program): TypesContext[] =>
    sides.map(({ dir, packageName }, index) =>
      createContext({ projectRoot: dir, entryFile: entries[index] ?? '', packageName, report() {} }, opened, session),
    );
  const first = contextsOf(program).map((context) => listExports(context));
  const lines = first.map((exports, side) =>
    exports.flatMap((exported, index) => linesOf(exported, `${LINES}${side}_${index}`) ?? []),
  );
  const changed = lines.flat().length > 0 ? withLines(program, lines.flat(), session) : program;
  const [newest, oldest] = contextsOf(changed).map((context, side) => exportsOf(context, lines[side] ?? []));
  // Code that worked before uses the types as the older version does.
  const uses: Uses = new Map([...(older && newest ? usesOf(newest) : []), ...(oldest ? usesOf(oldest) : [])]);
  const after = newest && namesOf(newest, uses);
  const before = oldest && namesOf(oldest, uses);
  const names = [...(after?.names.values() ?? [])].filter(({ isAttribute }) => !isAttribute).map(({ name }) => name);
  return { names: names.sort(), facts: before && after ? factsOf(before, after) : [] };
}

function withLines(program: ts.Program, lines: readonly StateLines[], session: ts.Session): ts.Program {
  const texts = new Map<string, string>();
  for (const { file, text } of lines)
    texts.set(file, [texts.get(file) ?? program.file(file)?.text ?? '', text].join('\n'));
  return session.change(program, texts);
}

interface Side {
  context: TypesContext;
  exports: ApiExport[];
  lines: readonly StateLines[];
}

function exportsOf(context: TypesContext, lines: readonly StateLines[]): Side {
  // A declaration file without `export {}` exports all its declarations, including those in the lines.
  return { context, exports: listExports(context).filter(({ id }) => !id.startsWith(LINES)), lines };
}

function usesOf({ context, exports }: Side): Uses {
  return usesOfTypes(context, exports);
}

function namesOf({ context, exports, lines }: Side, uses: Uses): NamesOfVersion {
  const propsTypes = propsTypesOf(exports);
  const statesOf = ({ id }: ApiExport) => {
    const asked = lines.find(({ exportId }) => exportId === id);
    return asked && answersOf(asked, context.program);
  };
  const names = exports.flatMap((exported) => {
    const states = statesOf(exported);
    const isProps = propsTypes.has(exported.id);
    return namesOfExport(context, exported, { isProps, uses: uses.get(exported.id), ...(states && { states }) });
  });
  const symbols = new Map<ts.Symbol, string[]>();
  for (const { id, kind, symbol } of exports)
    if (kind === 'type' || kind === 'enum') symbols.set(symbol, [...(symbols.get(symbol) ?? []), id]);
  return { context, names: new Map(names.map((one) => [one.name, one])), symbols };
}

interface StateLines {
  exportId: string;
  file: string;
  names: string[];
  text: string;
}

/**
 * Returns a query for each state of each switch, which replaces other type parameters with their constraints. Undefined
 * if the export is not generic. `prefix` must differ for each export.
 */
function linesOf(exported: ApiExport, prefix: string): StateLines | undefined {
  const declaration = genericOf(exported);
  const parameters = declaration?.typeParameters ?? [];
  const asked = declaration && propsOf(declaration);
  if (!declaration || !asked || parameters.length === 0) return undefined;
  const states = statesOf(parameters);
  const names = states.map((_, index) => `${prefix}_${index}`);
  const lines = states.map((values, index) => {
    const list = parameters.map((one) => {
      const constraint = one.constraint?.getText();
      const value = values.get(one) ?? constraint ?? one.defaultType?.getText() ?? 'unknown';
      return `${one.name.text}${constraint === undefined ? '' : ` extends ${constraint}`} = ${value}`;
    });
    return `type ${names[index]}_<${list.join(', ')}> = ${asked};\ndeclare function ${names[index]}(): ${names[index]}_;`;
  });
  return { exportId: exported.id, file: declaration.getSourceFile().fileName, names, text: lines.join('\n') };
}

/** Returns undefined if one of the lines cannot be evaluated. */
function answersOf({ file, names }: StateLines, program: ts.Program): ts.Type[][] | undefined {
  const source = program.file(file);
  const types = names.map((name) => source && answerOf(name, source, program.checker));
  const found = types.filter((type) => type !== undefined && !(type.flags & ts.TypeFlags.Any));
  return found.length === names.length ? found.map((type) => [type as ts.Type]) : undefined;
}

/** Returns the values of the type parameters for each state: first with all defaults, then with each switch changed alone. */
function statesOf(parameters: NonNullable<Generic['typeParameters']>): Map<ts.Node, string>[] {
  const choices = parameters.map((one) => ({ one, values: valuesOf(one) })).filter(({ values }) => values.length > 0);
  const first = new Map<ts.Node, string>(choices.map(({ one, values }) => [one, values[0] ?? '']));
  const others = choices.flatMap(({ one, values }) =>
    values.slice(1).map((value) => new Map([...first, [one, value]])),
  );
  return [first, ...others];
}

/** Returns the values of a switch, and its constraint if it accepts more than booleans. */
function valuesOf(parameter: ts.TypeParameterDeclaration): string[] {
  const values = choicesOf(parameter);
  const constraint = parameter.constraint?.getText() ?? 'unknown';
  return values.length > 0 && constraint !== 'boolean' ? [...values, constraint] : values;
}
