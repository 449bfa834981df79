import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import type {
  Control,
  Hole,
  ImportedName,
  Option,
  PlaygroundSchema,
  Template,
} from '../../../shared/playground/schema.ts';
import * as ts from '../compiler/index.ts';
import type { DemoComponent, Edit } from './find-demo.ts';
import type { Presets } from './find-presets.ts';
import { isTypeOnly } from './literals.ts';

interface TemplateInput {
  source: ts.SourceFile;
  component: DemoComponent;
  presets: Presets | undefined;
  schema: PlaygroundSchema;
  added: string[];
  headerLength: number;
}

export function buildTemplate({ source, component, presets, schema, added, headerLength }: TemplateInput): Template {
  const edits = filled(component, schema);
  if (headerLength > 0) edits.push({ start: 0, end: headerLength });
  if (presets) edits.push(lineOf(presets.statement, source));
  const steps = source.statements.find(isSteps);
  if (steps) edits.push(lineOf(steps, source));
  edits.push(...unusedEdits({ source, presets, schema, added, edits }));
  const sources = presets && sourcesOf(presets, source);
  return { parts: partsOf(source.text, edits, 0, source.text.length), ...(sources && { presets: sources }) };
}

export function functionTemplate({
  source,
  component,
  presets,
  schema,
}: Omit<TemplateInput, 'headerLength' | 'added'>): Template {
  const { node } = component;
  const start = node.getStart(source) + prefixLength(node, source);
  const sources = presets && sourcesOf(presets, source);
  return {
    parts: partsOf(source.text, filled(component, schema), start, node.end),
    ...(sources && { presets: sources }),
  };
}

function isSteps(statement: ts.Statement): boolean {
  if (!ts.isVariableStatement(statement) || !ts.hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return false;
  return statement.declarationList.declarations.some(({ name }) => ts.isIdentifier(name) && name.text === 'steps');
}

function prefixLength(node: ts.Node, source: ts.SourceFile): number {
  return /^export\s+default\s+/.exec(source.text.slice(node.getStart(source), node.end))?.[0].length ?? 0;
}

function filled({ edits, named }: DemoComponent, { props }: PlaygroundSchema): Edit[] {
  const names = [...new Set(props.map(({ name }) => name))].filter((name) => !named.includes(name));
  return edits.map((edit) => {
    const { by } = edit;
    const isSpread = typeof by === 'object' && by.kind === 'attributes' && by.names.length === 0;
    return isSpread ? { ...edit, by: { ...by, names } } : edit;
  });
}

function sourcesOf({ byProp }: Presets, source: ts.SourceFile): NonNullable<Template['presets']> {
  return Object.fromEntries(
    Array.from(byProp, ([prop, own]) => [
      prop,
      Object.fromEntries(Array.from(own, ([name, node]) => [name, { code: node.getText(source) }])),
    ]),
  );
}

/** Applies edits to a part of a text. Line breaks become `\n`, as in the page. */
function partsOf(text: string, edits: readonly Edit[], from: number, to: number): Template['parts'] {
  const parts: (string | Hole)[] = [];
  let at = from;
  const add = (part: string | Hole): void => {
    const last = parts.at(-1);
    if (typeof part !== 'string') parts.push(part);
    else if (typeof last === 'string') parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  for (const { start, end, by } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at || end > to) continue;
    add(text.slice(at, start).replaceAll('\r\n', '\n'));
    if (by !== undefined) add(by);
    at = end;
  }
  add(text.slice(at, to).replaceAll('\r\n', '\n'));
  const [first] = parts;
  if (typeof first === 'string') parts[0] = first.replace(/^\uFEFF/, '').trimStart();
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last.trimEnd();
  return parts.filter((part) => part !== '');
}

function lineOf(node: ts.Node, source: ts.SourceFile): Edit {
  const after = /^[^\S\n]*\n?/.exec(source.text.slice(node.end))?.[0].length ?? 0;
  return { start: node.pos === 0 ? node.getStart(source) : node.pos, end: node.end + (node.pos === 0 ? after : 0) };
}

type UsesInput = Pick<TemplateInput, 'source' | 'presets' | 'schema' | 'added'> & { edits: readonly Edit[] };

/** Returns edits for imports and types that only removed parts use. An import becomes a hole if presets or enum options use it. */
function unusedEdits({ source, presets, schema, added, edits }: UsesInput): Edit[] {
  const removed = [...edits];
  const found: Edit[] = [];
  const byPreset = presetUses(presets, schema);
  const declared = source.statements.filter(isLocalType);
  // A type that only a removed type uses is removed in the next iteration.
  for (let before = -1; before !== removed.length; ) {
    before = removed.length;
    const kept = keptNames(source, removed);
    for (const node of declared) {
      const name = nameOf(node);
      const isExported = ts.hasModifier(node, ts.SyntaxKind.ExportKeyword);
      const isUsedElsewhere = kept.has(name) || isExported || !isMentioned(name, source, removed);
      const start = node.getStart(source);
      if (isUsedElsewhere || removed.some((edit) => edit.start <= start && node.end <= edit.end)) continue;
      const edit = lineOf(node, source);
      removed.push(edit);
      found.push(edit);
    }
  }
  const kept = keptNames(source, removed);
  const uses: NameUses = { kept, byPreset, isMentioned: (name) => isMentioned(name, source, removed) };
  const [first] = source.imports;
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const more = statement.moduleSpecifier === first ? added : [];
    const hole = importHole(statement, source, { ...uses, added: more });
    if (hole && isEmpty(hole)) found.push(lineOf(statement, source));
    else if (hole) found.push({ start: statement.getStart(source), end: statement.end, by: hole });
  }
  return found;
}

/** Returns true for an import whose names are not used in any state. */
function isEmpty(hole: Hole): boolean {
  return hole.kind === 'import' && !hole.standard && !hole.namespace && hole.names.length === 0;
}

/** Returns the names that are still used. A type's mention of itself does not count. */
function keptNames(source: ts.SourceFile, removed: readonly Edit[]): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node, own: string | undefined): void => {
    if (ts.isImportDeclaration(node)) return;
    const start = node.getStart(source);
    if (removed.some((edit) => edit.start <= start && node.end <= edit.end)) return;
    if (ts.isIdentifier(node) && node.text !== own) names.add(node.text);
    ts.forEachChild(node, (child) => visit(child, own));
  };
  for (const node of source.statements) visit(node, isLocalType(node) ? nameOf(node) : undefined);
  return names;
}

function isLocalType(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function nameOf(declaration: ts.Node): string {
  return ts.nameOfDeclaration(declaration)?.getText() ?? '';
}

function isMentioned(name: string, source: ts.SourceFile, removed: readonly Edit[]): boolean {
  const pattern = new RegExp(`(?<![\\w$.])${escapeRegExp(name)}(?![\\w$])`);
  return removed.some(({ start, end }) => pattern.test(source.text.slice(start, end)));
}

/** Returns the names that presets and options use, each with the values that need the name. */
function presetUses(presets: Presets | undefined, { props }: PlaygroundSchema): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const note = (name: string, use: string): void => {
    uses.set(name, [...new Set([...(uses.get(name) ?? []), use])]);
  };
  for (const [prop, own] of presets?.byProp ?? [])
    for (const [preset, node] of own) for (const name of namesIn(node)) note(name, `${prop}.${preset}`);
  for (const { name, control } of props)
    for (const { value, code } of optionsIn(control))
      if (code !== undefined) note(code.replace(/\..*/s, ''), `${name}=${value}`);
  return uses;
}

function optionsIn(control: Control): Option[] {
  switch (control.kind) {
    case 'choice':
      return control.options;
    case 'union':
      return control.of.flatMap(optionsIn);
    case 'object':
      return control.fields.flatMap((field) => optionsIn(field.control));
    case 'tuple':
      return control.items.flatMap(optionsIn);
    case 'list':
      return optionsIn(control.item);
    default:
      return [];
  }
}

function namesIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.push(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

interface NameUses {
  kept: ReadonlySet<string>;
  byPreset: ReadonlyMap<string, string[]>;
  isMentioned: (name: string) => boolean;
  added?: readonly string[];
}

function importHole(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  source: ts.SourceFile,
  { kept, byPreset, isMentioned, added = [] }: NameUses,
): Hole | undefined {
  if (!importClause) return undefined;
  const isType = isTypeOnly(importClause);
  let isChanged = false;
  const named = (local: string, text: string): ImportedName[] => {
    const uses = byPreset.get(local);
    // Types that presets use remain, because they do not affect the bundle size.
    if (kept.has(local) || (uses ? isType : !isMentioned(local))) return [{ text }];
    isChanged = true;
    return uses ? [{ text, uses }] : [];
  };
  const { name, namedBindings } = importClause;
  const [standard] = name ? named(name.text, name.text) : [];
  const whole = namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name.text : undefined;
  const [namespace] = whole === undefined ? [] : named(whole, whole);
  const list = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  const names = list.flatMap((element) =>
    named(element.name.text, `${isType ? 'type ' : ''}${element.getText(source)}`),
  );
  names.push(...added.map((text) => ({ text, uses: byPreset.get(text) ?? [] })));
  if (!isChanged && added.length === 0) return undefined;
  return {
    kind: 'import',
    ...(standard && { standard }),
    ...(namespace && { namespace }),
    names,
    from: moduleSpecifier.getText(source).slice(1, -1),
  };
}
