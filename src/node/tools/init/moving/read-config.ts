/** Reads the configuration of another tool without running it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as ES from 'estree';
import type { Json } from '../../../../shared/entities.ts';
import { scriptCandidates } from '../../../base/files/script-candidates.ts';
import { parseFrontmatterYaml } from '../../../content/frontmatter-yaml.ts';
import { decodePage } from '../../../content/read-page.ts';
import {
  assignmentOf,
  isFunction,
  keyOf,
  type Part,
  stringOf,
  valueOfPart,
} from '../../../markdown/stories/entries.ts';
import { type AnyNode, type Module, parseModule } from '../../../markdown/stories/parse-module.ts';
import { metaOf } from '../../../markdown/stories/read-stories.ts';

/** Object in a configuration. The values are not validated. */
export type Config = { readonly [key: string]: Json | undefined };

const ENDINGS = ['ts', 'mts', 'tsx', 'js', 'mjs', 'cjs', 'jsx'];
/** Depth limit for values that refer to themselves. */
const MAX_DEPTH = 60;

/** Returns the path of the configuration that exists, with its extension. `stem` is the path without an extension. */
export function findConfig(stem: string): string | undefined {
  return ENDINGS.map((ending) => `${stem}.${ending}`).find((file) => existsSync(file));
}

/** Returns the default export of a file, without values that are only known at run time. */
export function readConfig(filePath: string): Config {
  return configOf(readExport(filePath, 'default', 0));
}

/** Returns a value as an object, or an empty object for any other value. */
export function configOf(value: Json | undefined): Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};
}

/** Returns a value as a list, or an empty list for any other value. */
export function itemsOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a value if it is a nonempty text. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns an object from YAML or JSON, or an empty object if the text is invalid, which the build reports for front matter. */
export function yamlOf(text: string): Config {
  return configOf(parseFrontmatterYaml(text, 0).values?.value as Json | undefined);
}

function readExport(filePath: string, name: string, depth: number): Json | undefined {
  const text = decodePage(readFileSync(filePath, 'utf8'));
  if (filePath.endsWith('.json')) return JSON.parse(text) as Json;
  const module = parseModule(text, filePath);
  const assigned = module.statements.map(assignmentOf).find((one) => one?.object === 'module' && one.key === 'exports');
  const main = assigned ? { node: assigned.value, module } : metaOf(module);
  const named = module.declared.get(name)?.value as AnyNode | undefined;
  const part = name === 'default' ? main : named && { node: named, module };
  return part && read(part, depth + 1);
}

function read(part: Part, depth: number): Json | undefined {
  const { node, module } = valueOfPart(part);
  if (depth > MAX_DEPTH) return undefined;
  const below = (one: unknown): Json | undefined =>
    one ? read({ node: one as AnyNode, module }, depth + 1) : undefined;
  const text = stringOf(node);
  if (text !== undefined) return text;
  switch (node.type) {
    case 'Literal':
      return node.value === null || typeof node.value !== 'object' ? (node.value as Json) : undefined;
    case 'TemplateLiteral':
      return joined(node, below);
    case 'BinaryExpression': {
      const sides = [below(node.left), below(node.right)];
      return node.operator === '+' && sides.every((one) => typeof one === 'string') ? sides.join('') : undefined;
    }
    case 'UnaryExpression': {
      const value = below(node.argument);
      return node.operator === '!' ? !value : node.operator === '-' && typeof value === 'number' ? -value : undefined;
    }
    case 'LogicalExpression':
      return below(node.left) ?? below(node.right);
    case 'ConditionalExpression':
      return below(node.alternate) ?? below(node.consequent);
    case 'AwaitExpression':
      return below(node.argument);
    case 'ArrayExpression':
      return node.elements.flatMap((one): Json[] => {
        if (one?.type === 'SpreadElement') return itemsOf(below(one.argument));
        return [below(one)].filter((value) => value !== undefined);
      });
    case 'ObjectExpression':
      return Object.fromEntries(node.properties.flatMap((property) => propertiesOf(property, below)));
    case 'MemberExpression': {
      const key = keyOf(node.property as AnyNode, node.computed);
      return key === undefined ? undefined : configOf(below(node.object))[key];
    }
    case 'CallExpression':
      return readCall(node, below);
    case 'Identifier':
      return readImport(node.name, module, depth);
    default:
      return isFunction(node) ? returned(node as ES.Function, below) : undefined;
  }
}

type Below = (node: unknown) => Json | undefined;

function joined({ quasis, expressions }: ES.TemplateLiteral, below: Below): Json | undefined {
  // Unknown values, such as the current year, are omitted.
  const values = expressions.map(below).map((value) => (/^(?:string|number)$/.test(typeof value) ? value : ''));
  return quasis.map(({ value }, index) => `${value.cooked ?? ''}${values[index] ?? ''}`).join('');
}

function propertiesOf(property: ES.Property | ES.SpreadElement, below: Below): [string, Json][] {
  if (property.type === 'SpreadElement') return Object.entries(configOf(below(property.argument))) as [string, Json][];
  const key = keyOf(property.key as AnyNode, property.computed);
  const value = below(property.value);
  return key === undefined || value === undefined ? [] : [[key, value]];
}

/** Returns the value of a call without arguments, or else the first argument, as in `defineConfig({ … })`. */
function readCall({ callee, arguments: [first] }: ES.SimpleCallExpression, below: Below): Json | undefined {
  return below(first ?? callee);
}

function returned({ body }: ES.Function, below: Below): Json | undefined {
  if (body.type !== 'BlockStatement') return below(body);
  const last = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return last && below(last.argument);
}

function readImport(name: string, module: Module, depth: number): Json | undefined {
  const imported = module.imports.find(({ local }) => local === name);
  if (!imported?.from.startsWith('.')) return undefined;
  const stem = path.resolve(path.dirname(module.filePath), imported.from);
  const found = scriptCandidates(stem).find((file) => existsSync(file) && /\.\w+$/.test(file));
  return found && readExport(found, imported.name, depth);
}
