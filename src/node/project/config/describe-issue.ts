import type { z } from 'zod';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { configSchema } from './config-schema.ts';
import { policy } from './option-schemas.ts';
import { NAV_ITEM_KEYS } from './theme-config-schema.ts';

type Issue = z.core.$ZodIssue;
type Locate = (path: readonly PropertyKey[]) => Location | undefined;

/** Returns diagnostics with the key path, the expected value, the actual value and the nearest name. */
export function describeIssue(issue: Issue, config: unknown, place: Locate): Diagnostic[] {
  const location = place(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path);
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      const isOfTheme = issue.path.length === 0 && keysAt(['themeConfig']).includes(key);
      const nearest = isOfTheme ? `themeConfig.${key}` : nearestName(key, known);
      const data = { key: keyPath(path), owner: keyPath(issue.path), known, nearest };
      return createDiagnostic('unknown-config-key', data, { location: place(path) });
    });
  }
  if (issue.code === 'invalid_key') {
    const [key, expected] = [String(issue.path.at(-1)), issue.issues[0]?.message];
    const data = { case: 'key', key, owner: keyPath(issue.path.slice(0, -1)), expected } as const;
    return [createDiagnostic('invalid-config-value', data, { location })];
  }
  const key = keyPath(issue.path);
  const params = issue.code === 'custom' ? issue.params : undefined;
  const note = typeof params?.note === 'string' ? params.note : undefined;
  const value = valueAt(config, issue.path);
  const data: DataOf<'invalid-config-value'> =
    params?.whole === true
      ? { case: 'rule', key, rule: issue.message, note }
      : { case: 'type', key, expected: issue.message, got: show(value), nearest: nearestValue(issue, value), note };
  return [createDiagnostic('invalid-config-value', data, { location })];
}

/** Reports keys of `themeConfig` that are probably misspelled options. This is only a warning, because themes may have other keys. */
export function misspelledThemeKeys(config: unknown, place: Locate): Diagnostic[] {
  const theme = valueAt(config, ['themeConfig']);
  if (typeof theme !== 'object' || theme === null) return [];
  const known = keysAt(['themeConfig']);
  const diagnostics: Diagnostic[] = [];
  for (const key of Object.keys(theme)) {
    if (known.includes(key) || key.length < 3) continue;
    const nearest = nearestName(key, known);
    if (nearest === undefined || Math.abs(nearest.length - key.length) > 2) continue;
    const location = place(['themeConfig', key]);
    diagnostics.push(createDiagnostic('misspelt-theme-option', { key, nearest }, { location }));
  }
  return diagnostics;
}

function keyPath(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`)).join('');
}

function valueAt(config: unknown, path: readonly PropertyKey[]): unknown {
  let value = config;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function show(value: unknown): string {
  if (typeof value === 'string') return value.length > 60 ? `"${value.slice(0, 57)}…"` : `"${value}"`;
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return value === null || ['number', 'boolean', 'bigint'].includes(typeof value)
    ? String(value)
    : `a value of type ${typeof value}`;
}

function nearestValue(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined;
  const known = issue.values.filter((one) => typeof one === 'string');
  return nearestName(value, known);
}

/** Returns the names that the schema knows at a key path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  // A custom schema distinguishes the forms of the navigation, so their keys cannot be read from the schema.
  if (path[0] === 'themeConfig' && path[1] === 'nav')
    return typeof path.at(-1) === 'number' ? NAV_ITEM_KEYS : ['mode', 'value'];
  if (path[0] === 'csp') return namesIn(policy);
  let schema: z.core.$ZodType | undefined = configSchema;
  for (const key of path) {
    const definition: z.core.$ZodTypeDef | undefined = schema && inner(schema)._zod.def;
    schema = definition && childOf(definition, key);
  }
  return schema ? namesIn(schema) : [];
}

function namesIn(schema: z.core.$ZodType): string[] {
  const definition = inner(schema)._zod.def;
  if ('shape' in definition) return Object.keys(definition.shape as object);
  return 'options' in definition ? (definition.options as z.core.$ZodType[]).flatMap(namesIn) : [];
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def) return inner(def.innerType as z.core.$ZodType);
  return 'getter' in def ? inner((def.getter as () => z.core.$ZodType)()) : schema;
}

function childOf(definition: z.core.$ZodTypeDef, key: PropertyKey): z.core.$ZodType | undefined {
  if ('shape' in definition) return (definition.shape as Record<PropertyKey, z.core.$ZodType>)[key];
  if ('element' in definition) return definition.element as z.core.$ZodType;
  if ('valueType' in definition) return definition.valueType as z.core.$ZodType;
  if (!('options' in definition)) return undefined;
  // In a union, use the alternative that has this key.
  return (definition.options as z.core.$ZodType[]).map((option) => childOf(inner(option)._zod.def, key)).find(Boolean);
}
