import type { Json } from '../../../shared/entities.ts';
import type { PlaygroundSchema, PlaygroundState } from '../../../shared/playground/schema.ts';
import { branchOf, propsIn } from '../../../shared/playground/states.ts';
import { accepts } from '../../../shared/playground/values.ts';
import * as ts from '../compiler/index.ts';
import { createWrittenOrder } from '../extract/written-order.ts';
import { unfitNames } from './candidates.ts';
import { describeProps } from './describe-props.ts';
import type { DemoComponent, DemoFunction, RefusedUse } from './find-demo.ts';
import { findPresets, type Presets } from './find-presets.ts';
import { isTypeOnly } from './literals.ts';
import type { PlaygroundDemo, ReportProblem } from './problems.ts';
import type { TypedDemo } from './type-arguments.ts';

interface DemoToAnalyze extends TypedDemo {
  demo: PlaygroundDemo;
  source: ts.SourceFile;
  component: DemoComponent | RefusedUse;
  found: DemoFunction;
  isWellKnown: (filePath: string) => boolean;
  report: ReportProblem;
}

export interface Analyzed {
  demo: PlaygroundDemo;
  source: ts.SourceFile;
  component: DemoComponent;
  presets: Presets | undefined;
  schema: PlaygroundSchema;
  initial: PlaygroundState;
  added: string[];
  report: ReportProblem;
}

/** Analyzes a demo. If the demo cannot have controls, reports the reason and returns undefined. */
export function analyzeDemo(input: DemoToAnalyze): Analyzed | undefined {
  const { demo, source, component, found, report } = input;
  if (!input.types) {
    if (demo.tag) report('export', source, {});
    else if (demo.listed) report('untyped', found.parameter, {});
    return undefined;
  }
  if ('reason' in component) {
    report('use', component.node, { reason: component.reason });
    return undefined;
  }
  const presets = findPresets(source);
  const described = describe(input, component, presets);
  const { unknown, missing, names, own, omitted } = described;
  const { isDerived, initial: values = {} } = demo.tag ?? {};
  const strange = [...unknown, ...(isDerived ? [] : Object.keys(values).filter((name) => !names.includes(name)))];
  for (const name of strange) report('prop', component.parameter, { name, known: names, own });
  const at = component.element ?? component.parameter;
  const { schema, initial, added } = described;
  const isValid = branchOf(schema, initial) !== undefined;
  const lacking = missing.length > 0 || !isValid ? [...missing, ...lackingNames(schema, initial)] : [];
  if (lacking.length > 0) report('missing', at, { missing: lacking });
  if (strange.length + lacking.length > 0) return undefined;
  if (omitted > 0) report('branches', component.parameter, { count: omitted });
  const without = new Map(schema.without);
  for (const name of demo.listed ?? [])
    if (!schema.props.some((prop) => prop.name === name))
      report('idle', component.parameter, { name, reason: without.get(name) });
  if (schema.props.length === 0) return undefined;
  if (!isValid) {
    report('state', at, { reason: '' });
    return undefined;
  }
  return { demo, source, component, presets, schema, initial, added, report };
}

/** Returns the required props without a value. Considers the branch that accepts the other values and lacks the fewest props. */
function lackingNames(schema: PlaygroundSchema, state: PlaygroundState): string[] {
  const lists = [...schema.branches.keys()].flatMap((branch) => {
    const props = propsIn(schema, branch);
    const isAccepted = ([name, value]: [string, Json]): boolean =>
      props.some((prop) => prop.name === name && accepts(prop, value));
    if (!Object.entries(state).every(isAccepted)) return [];
    return [props.flatMap(({ name, required }) => (required && !Object.hasOwn(state, name) ? [name] : []))];
  });
  return lists.sort((a, b) => a.length - b.length)[0] ?? [];
}

function describe(
  { demo, source, program, types = [], isWellKnown }: DemoToAnalyze,
  component: DemoComponent,
  presets: Presets | undefined,
) {
  const { checker } = program;
  const { element, named, taken } = component;
  const enums = findEnums(program.file(source.fileName) ?? source, checker, demo.tag !== undefined);
  const orderOf = createWrittenOrder({ program, checker });
  const context = { program, checker, isWellKnown, enumCode: enums.codeOf, orderOf };
  const given = { ...component.initial, ...demo.tag?.initial };
  const names = Array.from(presets?.byProp ?? [], ([prop, own]) => [prop, [...own.keys()]]);
  const describeWith = (fixed: readonly string[]) =>
    describeProps(context, types, {
      ...(demo.listed && { listed: demo.listed }),
      ...(!element && { only: named }),
      given: Object.keys(given).filter((name) => !fixed.includes(name)),
      isFree: (name) =>
        !fixed.includes(name) && (named.includes(name) || (element !== undefined && !taken.includes(name))),
      presets: Object.fromEntries(names),
      limits: demo.tag?.limits,
    });
  const first = describeWith(component.fixed);
  // Values that no control can set remain as written.
  const isProp = (name: string): boolean => !demo.tag?.isDerived || first.names.includes(name);
  const fixed = [...component.fixed, ...unfitNames(first.schema, component.initial).filter(isProp)];
  const described = fixed.length > component.fixed.length ? describeWith(fixed) : first;
  component.edits = component.edits.map(({ prop, instead = '', ...edit }) =>
    prop !== undefined && fixed.includes(prop) ? { ...edit, by: instead } : edit,
  );
  // The author of a tag has not written the demo's code, so "set by the demo" would be no valid reason.
  const { without } = (demo.tag ? first : described).schema;
  const schema = withDefaults({ ...described.schema, ...(without && { without }) }, component.defaulted);
  const initial: Record<string, Json> = Object.create(null);
  for (const [name, value] of Object.entries(given)) if (isProp(name) && !fixed.includes(name)) initial[name] = value;
  for (const { name, control, required } of schema.props)
    if (control.kind === 'event' && (required || demo.listed?.includes(name))) initial[name] = true;
  return { ...described, schema, initial, added: [...enums.added] };
}

/** Marks props that have a default value in the demo as required, because the code cannot show them as unset. */
function withDefaults(schema: PlaygroundSchema, defaulted: readonly string[]): PlaygroundSchema {
  if (defaulted.length === 0) return schema;
  const props = schema.props.map((prop) =>
    defaulted.includes(prop.name) ? { ...prop, required: true as const } : prop,
  );
  return { ...schema, props };
}

interface DemoEnums {
  /** Returns the source of an enum's member. Undefined if the demo cannot refer to the member. */
  codeOf: (member: ts.Symbol) => string | undefined;
  added: Set<string>;
}

/** Finds the enums that a demo imports or declares. For generated code, finds the enums that its package exports. */
function findEnums(source: ts.SourceFile, checker: ts.Checker, isGenerated: boolean): DemoEnums {
  const names = new Map<ts.Symbol, string>();
  const added = new Set<string>();
  const note = (name: ts.Node): void => {
    const symbol = checker.symbolAt(name);
    if (symbol) names.set(checker.target(symbol), name.getText(source));
  };
  for (const statement of source.statements) {
    if (ts.isEnumDeclaration(statement)) note(statement.name);
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || isTypeOnly(clause)) continue;
    for (const element of bindings.elements) if (!element.isTypeOnly) note(element.name);
  }
  const [specifier] = source.imports;
  const module = isGenerated && specifier ? checker.symbolAt(specifier) : undefined;
  const exported = module ? checker.exportsOf(module) : [];
  return {
    added,
    codeOf(member) {
      const { parent } = member;
      const found = parent && exported.find((symbol) => checker.target(symbol) === parent);
      const name = parent && (names.get(parent) ?? found?.name);
      if (name === undefined) return undefined;
      if (found && !names.has(parent)) added.add(name);
      return `${name}.${member.name}`;
    },
  };
}
