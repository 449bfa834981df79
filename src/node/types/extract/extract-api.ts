import type { ApiComponent, ApiProp, ApiReference } from '../../../shared/api.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import type * as ts from '../compiler/index.ts';
import type { Session } from '../compiler/index.ts';
import type { TypesContext } from './context.ts';
import { describeExport } from './describe-export.ts';
import { objectsIn, printMember, type RowMaker } from './describe-members.ts';
import { createLibraryProgram, type LibraryEntry } from './library-program.ts';
import { type ApiExport, answerOf, choicesOf, genericOf, listExports, propsOf } from './list-exports.ts';
import { type Member, membersOf } from './members.ts';
import { syntaxErrors } from './problems.ts';
import { createTypePrinter } from './type-text.ts';
import { createWrittenOrder } from './written-order.ts';

export interface ExtractApiOptions extends LibraryEntry {
  ids?: readonly string[];
}

export interface ExtractedApi {
  components: ApiComponent[];
  /** One error if the entry was not found. Otherwise warnings about ids that are not exported and types that were not found. */
  diagnostics: Diagnostic[];
  /** Sorted absolute paths. TypeScript's own libraries are not listed, because they only change with its version. */
  files: string[];
}

/** Describes the exports. Default values are read from the implementation. The same input gives the same result; nothing is downloaded. */
export function extractApi({ ids, ...entry }: ExtractApiOptions, session: Session): ExtractedApi {
  const { context, diagnostics, files } = createLibraryProgram(entry, session);
  if (!context) return { components: [], diagnostics: diagnostics(), files: files() };
  for (const error of syntaxErrors(context)) context.report(error);

  const exports = listExports(context);
  const names = exports.map(({ id }) => id);
  for (const id of ids ?? []) if (!names.includes(id)) context.report(notExported(id, entry.entry, names));

  const maker = { ...context, printer: createTypePrinter(context), shared: new Map() };
  const wanted = ids ? exports.filter(({ id }) => ids.includes(id)) : exports;
  // The compiler orders the parts of a union by when it first encountered them. Components always come first, so that
  // the order does not depend on the other exports.
  const described = new Map<ApiExport, ApiComponent | undefined>();
  for (const exported of wanted.filter(isComponent)) described.set(exported, describeExport(maker, exported));
  for (const exported of wanted) if (!isComponent(exported)) described.set(exported, describeExport(maker, exported));
  const components = wanted.flatMap((exported) => described.get(exported) ?? []);
  const found = [...described].flatMap(([exported, component]) => (component ? [{ exported, component }] : []));
  addPlainTypes(context, found, session);
  return { components, diagnostics: diagnostics(), files: files() };
}

function isComponent({ kind }: ApiExport): boolean {
  return kind === 'component';
}

function notExported(id: string, entry: string, names: string[]): Diagnostic {
  return createDiagnostic('not-exported', { case: 'entry', id, entry, nearest: nearestName(id, names) });
}

interface Described {
  exported: ApiExport;
  component: ApiComponent;
}

interface Question {
  component: ApiComponent;
  /** File to which the query's lines are added. The file declares the export, so the type's names are in scope. */
  file: string;
  /** Declarations to evaluate, by the names that they declare. Each state of each switch has a declaration. */
  choices: Map<string, string>;
  /** Declaration in which all type parameters are replaced with their constraints. */
  widest: [name: string, line: string];
}

/**
 * Finds the types of generic exports if they are used without type arguments. Parameters with a default are replaced
 * with their constraints, and switches with both values, so the `value` of a cascader is `string[] | string[][]`. The
 * queries are lines in memory, added to the declaring files.
 */
function addPlainTypes(context: TypesContext, described: readonly Described[], session: ts.Session): void {
  const questions = described.flatMap((one, index) => questionOf(one, `__plain${index}`) ?? []);
  if (questions.length === 0) return;
  const texts = new Map<string, string>();
  for (const { file, choices, widest } of questions) {
    const before = texts.get(file) ?? context.program.file(file)?.text ?? '';
    texts.set(file, [before, ...choices.values(), widest[1]].join('\n'));
  }
  const program = session.change(context.program, texts);
  const { checker } = program;
  const asked = { ...context, program, checker, orderOf: createWrittenOrder({ program, checker }) };
  const maker = { ...asked, printer: createTypePrinter(asked, { plain: true }), shared: new Map() };
  for (const { component, file, choices, widest } of questions) {
    const source = program.file(file);
    const answer = (name: string): Member[][] => {
      const type = source && answerOf(name, source, checker);
      return type ? [membersOf(asked, [type])] : [];
    };
    const found = [...choices.keys()].flatMap(answer);
    const [all] = answer(widest[0]);
    if (found.length < choices.size || !all) continue;
    const names = (component.typeParameters ?? []).map(({ name }) => name).join('|');
    const patterns = {
      generic: new RegExp(`\\b(?:${names})\\b`),
      bare: new RegExp(`^(?:NonNullable<)?(?:${names})>?$`),
    };
    fillIn(component.props, { maker, choices: found, widest: all, patterns });
  }
}

interface Answers {
  maker: RowMaker;
  choices: Member[][];
  widest: Member[];
  patterns: { generic: RegExp; bare: RegExp };
}

function fillIn(rows: readonly ApiProp[], { maker, choices, widest, patterns }: Answers): void {
  for (const row of rows) {
    const named = (members: Member[]): Member[] => members.filter(({ name }) => name === row.name).slice(0, 1);
    const members = choices.flatMap(named);
    const wide = named(widest);
    const [member] = patterns.bare.test(row.type) ? wide : members;
    if (!member || members.length < choices.length) continue;
    if (patterns.generic.test(row.type)) {
      const types = patterns.bare.test(row.type) ? member.types : [...new Set(members.flatMap((one) => one.types))];
      const { text, shortText: plainType = text, references } = printMember(maker, { ...member, types }, !row.required);
      if (!isNothing(plainType) && plainType !== (row.shortType ?? row.type)) {
        row.plainType = plainType;
        row.references = joined(row.references ?? [], references);
      }
    }
    if (!row.children) continue;
    const inner = (one: Member): Member[] =>
      membersOf(
        maker,
        one.types.flatMap((type) => objectsIn(maker, type)),
      );
    fillIn(row.children, { maker, choices: members.map(inner), widest: wide.flatMap(inner), patterns });
  }
}

/** Returns true for `any`, `unknown` and `never`, which do not describe a value. */
function isNothing(type: string): boolean {
  return ['any', 'unknown', 'never'].includes(type);
}

function joined(references: readonly ApiReference[], others: readonly ApiReference[]): ApiReference[] {
  const known = new Set(references.map(({ name }) => name));
  return [...references, ...others.filter(({ name }) => !known.has(name))];
}

function questionOf({ exported, component }: Described, name: string): Question | undefined {
  const declaration = genericOf(exported);
  const parameters = declaration?.typeParameters ?? [];
  const asked = declaration && propsOf(declaration);
  const names = (component.typeParameters ?? []).map((one) => one.name);
  if (!asked || names.length === 0 || !parameters.some(({ defaultType }) => defaultType)) return undefined;
  if (!component.props.some((row) => mentions(row, new RegExp(`\\b(?:${names.join('|')})\\b`)))) return undefined;
  /** Returns a declaration of a function without arguments. Parameters without a default remain type parameters. */
  const line = (own: string, values: ReadonlyMap<ts.Node, string>): string => {
    const list = parameters.map((one) => {
      const value = values.get(one) ?? one.constraint?.getText() ?? one.defaultType?.getText();
      const constraint = one.constraint ? ` extends ${one.constraint.getText()}` : '';
      return `${one.name.text}${constraint}${one.defaultType ? ` = ${value}` : ''}`;
    });
    const needed = parameters.filter(({ defaultType }) => !defaultType);
    const open = needed.length > 0 ? `<${list.slice(0, needed.length).join(', ')}>` : '';
    const given = needed.length > 0 ? `<${needed.map((one) => one.name.text).join(', ')}>` : '';
    return `type ${own}_<${list.join(', ')}> = ${asked};\ndeclare function ${own}${open}(): ${own}_${given};`;
  };
  const choices = parameters.map((one) => ({ one, values: choicesOf(one) })).filter(({ values }) => values.length > 0);
  const first = new Map<ts.Node, string>(choices.map(({ one, values }) => [one, values[0] ?? '']));
  const others = choices.flatMap(({ one, values }) =>
    values.slice(1).map((value) => new Map([...first, [one, value]])),
  );
  return {
    component,
    file: declaration.getSourceFile().fileName,
    choices: new Map([first, ...others].map((values, index) => [`${name}_${index}`, line(`${name}_${index}`, values)])),
    widest: [name, line(name, new Map())],
  };
}

function mentions({ type, children = [] }: ApiProp, pattern: RegExp): boolean {
  return pattern.test(type) || children.some((child) => mentions(child, pattern));
}
