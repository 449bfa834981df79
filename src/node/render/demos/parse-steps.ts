import { type Node, parse } from 'acorn';
import type * as ES from 'estree';
import type { StepInfo } from '../../../shared/steps.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { parseTyped } from '../../markdown/parse/original-offsets.ts';

export type StepProblem =
  | { case: 'no-list' }
  | { case: 'no-step' }
  | { case: 'no-name' }
  | { case: 'no-run'; name: string }
  | { case: 'unknown-keys'; name: string }
  | { case: 'unknown-property'; name: string; property: string; nearest: string | undefined }
  | { case: 'same-name'; name: string };

/** Offsets are in UTF-16 units from the start of the module. */
export interface ParsedSteps {
  list: ParsedStep[];
  /** The statement `export const steps = …`, without the line break after it. */
  range: { start: number; end: number };
  problems: { offset: number; problem: StepProblem }[];
}

export interface ParsedStep extends StepInfo {
  nameStart: number;
  /** Offset after the name, where `realInput` can be inserted. */
  nameEnd: number;
}

const OWN_KEYS: Record<string, (argument: ES.Node | undefined) => string> = {
  tab: (options) => (booleanOf(propertyOf(options, 'shift')) ? 'Shift+Tab' : 'Tab'),
};

/** Returns undefined if the module exports no steps. Throws a SyntaxError that the bundler reports better. */
export function parseSteps(text: string): ParsedSteps | undefined {
  const { program, original, originalEnd } = parseTyped(
    text,
    { transforms: ['typescript', 'jsx'], jsxRuntime: 'automatic', production: true, filePath: 'steps.tsx' },
    (code) => parse(code, { ecmaVersion: 'latest', sourceType: 'module' }),
  );
  const statement = program.body.find(isStepsStatement) as (ES.Node & Node) | undefined;
  if (!statement) return undefined;
  const problems: ParsedSteps['problems'] = [];
  const report = (node: ES.Node, problem: StepProblem): void => {
    problems.push({ offset: original((node as unknown as Node).start), problem });
  };
  const value = initOf(statement);
  const valueEnd = originalEnd((value as unknown as Node).end);
  // Only a type may follow the value.
  const [rest = ''] = /^[^;\n]*;?/.exec(text.slice(valueEnd)) ?? [];
  const range = { start: original(statement.start), end: valueEnd + rest.length };
  return { list: listOf(value, report, original), range, problems };
}

function isStepsStatement(node: ES.Node): boolean {
  return initOf(node) !== undefined;
}

function initOf(node: ES.Node): ES.Expression | undefined {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return undefined;
  const [declared] = node.declaration.declarations;
  return declared?.id.type === 'Identifier' && declared.id.name === 'steps' ? (declared.init ?? undefined) : undefined;
}

type Report = (node: ES.Node, problem: StepProblem) => void;

function listOf(list: ES.Expression | undefined, report: Report, original: (offset: number) => number): ParsedStep[] {
  if (list?.type !== 'ArrayExpression') {
    if (list) report(list, { case: 'no-list' });
    return [];
  }
  const names = new Set<string>();
  return list.elements.flatMap((element): ParsedStep[] => {
    if (element?.type !== 'ObjectExpression') {
      report(element ?? list, { case: 'no-step' });
      return [];
    }
    const written = propertyOf(element, 'name');
    const name = stringOf(written);
    if (!written || name === undefined || name.trim() === '') {
      report(written ?? element, { case: 'no-name' });
      return [];
    }
    for (const { key, property } of unknownProperties(element))
      report(key, { case: 'unknown-property', name, property, nearest: nearestName(property, PROPERTIES) });
    if (names.has(name)) report(written, { case: 'same-name', name });
    names.add(name);
    const run = propertyOf(element, 'run');
    if (!run) report(element, { case: 'no-run', name });
    const isListed = booleanOf(propertyOf(element, 'keyboard'));
    const keys = isListed && run ? keysIn(run) : [];
    if (isListed && run && keys.length === 0) report(written, { case: 'unknown-keys', name });
    const { start, end } = written as unknown as Node;
    const offsets = { nameStart: original(start), nameEnd: original(end - 1) + 1 };
    const realInput = booleanOf(propertyOf(element, 'realInput'));
    const fresh = booleanOf(propertyOf(element, 'fresh'));
    const isFresh = fresh && { fresh: true as const };
    return [
      {
        name,
        ...(keys.length > 0 && { keys }),
        ...isFresh,
        ...(realInput && { realInput: true as const }),
        ...offsets,
      },
    ];
  });
}

/** Properties of a step, see `Step` in `runtime/steps/types.ts`. */
const PROPERTIES = ['name', 'run', 'keyboard', 'fresh', 'realInput'];

function unknownProperties({ properties }: ES.ObjectExpression): { key: ES.Node; property: string }[] {
  return properties.flatMap((entry) => {
    const property = entry.type === 'Property' && !entry.computed ? propertyName(entry.key) : undefined;
    return entry.type !== 'Property' || property === undefined || PROPERTIES.includes(property)
      ? []
      : [{ key: entry.key, property }];
  });
}

function keysIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(keysIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: given } = node as Partial<ES.SimpleCallExpression>;
  const name = type === 'CallExpression' && callee?.type === 'MemberExpression' ? propertyName(callee.property) : '';
  if (name === 'press' || (name !== undefined && Object.hasOwn(OWN_KEYS, name))) {
    const keys = name === 'press' ? (given ?? []).map(stringOf) : [OWN_KEYS[name]?.(given?.[0])];
    return keys.filter((key) => key !== undefined);
  }
  return Object.values(node).flatMap(keysIn);
}

function propertyOf(node: ES.Node | undefined, wanted: string): ES.Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  const property = node.properties.find((entry) => entry.type === 'Property' && propertyName(entry.key) === wanted);
  return property?.type === 'Property' ? property.value : undefined;
}

function propertyName(key: ES.Node): string | undefined {
  return key.type === 'Identifier' ? key.name : stringOf(key);
}

function stringOf(node: ES.Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

function booleanOf(node: ES.Node | undefined): boolean {
  return node?.type === 'Literal' && node.value === true;
}
