/** Compares the API of a library in two versions, with both in one program. */
import type * as ts from '../compiler/index.ts';
import type { TypesContext } from '../extract/context.ts';
import { typeOfRef } from '../extract/describe-export.ts';
import { createContext } from '../extract/library-program.ts';
import { type ApiExport, listExports } from '../extract/list-exports.ts';
import { propsTypesOf } from '../history/api-names.ts';
import { type ComparedName, type Fact, namesOfExport } from './compared-names.ts';
import { factsOf } from './facts-of.ts';
import { type ApiSide, openSides } from './open-sides.ts';
import { answersOf, linesOf, type StateLines } from './switch-states.ts';

/** Options of a comparison. */
export interface CompareApisOptions {
  /** Undefined for the first version, of which only the names are returned. */
  older?: ApiSide;
  newer: ApiSide;
}

/** Result of a comparison. */
export interface ComparedApis {
  /** Names of the newer version, sorted. Undefined if its entry was not found: it has no types. */
  names?: string[];
  facts: Fact[];
}

/** Start of the names that added lines declare. */
const LINES = '__side';

/** A version, opened in the program. */
interface OpenSide {
  context: TypesContext;
  names: Map<string, ComparedName>;
}

/** Compares two versions, or lists the names of one. */
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
  const [after, before] = contextsOf(changed).map((context, side) => openSide(context, lines[side] ?? []));
  const names = [...(after?.names.values() ?? [])].filter(({ isAttribute }) => !isAttribute).map(({ name }) => name);
  return { names: names.sort(), facts: before && after ? factsOf(before, after) : [] };
}

function withLines(program: ts.Program, lines: readonly StateLines[], session: ts.Session): ts.Program {
  const texts = new Map<string, string>();
  for (const { file, text } of lines)
    texts.set(file, [texts.get(file) ?? program.file(file)?.text ?? '', text].join('\n'));
  return session.change(program, texts);
}

function openSide(context: TypesContext, lines: readonly StateLines[]): OpenSide {
  // A declaration file without an `export {}` exports all its declarations, so also those of the lines.
  const exports = listExports(context).filter(({ id }) => !id.startsWith(LINES));
  const components = exports.filter(({ kind }) => kind === 'component');
  const propsTypes = propsTypesOf(exports);
  const refs = new Set(components.flatMap((one) => refTypes(context, one)));
  const statesOf = ({ id }: ApiExport) => {
    const asked = lines.find(({ exportId }) => exportId === id);
    return asked && answersOf(asked, context.program);
  };
  const names = exports.flatMap((exported) => {
    const states = statesOf(exported);
    const isProps = propsTypes.has(exported.id);
    return namesOfExport(context, exported, { isProps, isRead: refs.has(exported.symbol), ...(states && { states }) });
  });
  return { context, names: new Map(names.map((one) => [one.name, one])) };
}

/** Returns the symbols of the types that a component's ref may hold. */
function refTypes({ checker }: TypesContext, { component }: ApiExport): ts.Symbol[] {
  return (component?.props ?? []).flatMap((type) => {
    const held = typeOfRef(checker, type);
    return [held?.symbol, held?.aliasSymbol].filter((symbol) => symbol !== undefined);
  });
}
