/** Prints a story whose play function is the steps of its demo. */
import type * as ES from 'estree';
import { isFunction, type Part, stringOf, valueOfPart } from './entries.ts';
import { type AnyNode, parseModule, walkNodes } from './parse-module.ts';
import { freeName, nodesOf, withNodes } from './print-context.ts';
import { applyEdits, type Edit, printArg, printObject } from './print-jsx.ts';
import { printStory } from './print-story.ts';
import type { Story } from './read-stories.ts';

/** Prints the code of a story with its steps, which the runtime runs with the play function (`runtime/play`). */
export function printPlayed(story: Story, play: Part): string | undefined {
  const names = stepsOf(play) ?? [story.name];
  const text = printStory(story, (printing) => {
    const name = freeName(withNodes(printing, [play.node, ...nodesOf(story.args)]), 'played');
    const rows = [
      `  play: ${printArg(printing, play, '  ')},`,
      `  steps: ${JSON.stringify(names)},`,
      `  args: ${printObject(printing, story.args, '  ')},`,
    ];
    const steps = names.map(
      (one, index) => `  { name: ${JSON.stringify(one)}, run: (api) => api.play(${name}, ${index}) },`,
    );
    return `\nconst ${name} = () => ({\n${rows.join('\n')}\n});\n\nexport const steps = [\n${steps.join('\n')}\n];\n`;
  });
  return text && nameSpies(text, story.at.module.filePath);
}

/** Returns the names in the calls of `step` in a play function, if the names are known and unique. */
function stepsOf(play: Part): string[] | undefined {
  const { node } = valueOfPart(play);
  const body = isFunction(node) ? (node as ES.Function).body : undefined;
  if (body?.type !== 'BlockStatement') return undefined;
  const names = body.body.flatMap((statement) => {
    const value = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
    const call = value?.type === 'AwaitExpression' ? value.argument : value;
    if (call?.type !== 'CallExpression') return [];
    const callee = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
    return callee.type === 'Identifier' && callee.name === 'step' ? [stringOf(call.arguments[0] as AnyNode)] : [];
  });
  const known = names.filter((name) => name !== undefined && name.trim() !== '');
  const isKnown = known.length > 0 && known.length === names.length && new Set(known).size === known.length;
  return isKnown ? (known as string[]) : undefined;
}

/** Names the functions of `fn()`: the demo and its steps are different scripts, which find each other's functions by name. */
function nameSpies(text: string, filePath: string): string {
  const module = parseModule(text, filePath);
  const local = module.imports.find(({ name, from }) => name === 'fn' && /^@?storybook\b/.test(from))?.local;
  if (local === undefined) return text;
  const edits: Edit[] = [];
  const add = (value: AnyNode | null | undefined, key: unknown): void => {
    const isSpy = value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === local;
    if (!isSpy || typeof key !== 'string') return;
    const { end } = module.range(value);
    edits.push({ start: end, end, text: `.mockName(${JSON.stringify(key)})` });
  };
  walkNodes(module.statements, (node) => {
    const { type, name, value } = node as unknown as { type: string; name?: { name?: string }; value?: AnyNode };
    if (node.type === 'Property')
      add(node.value as AnyNode, node.key.type === 'Identifier' ? node.key.name : undefined);
    if (node.type === 'VariableDeclarator') add(node.init, node.id.type === 'Identifier' ? node.id.name : undefined);
    if (type === 'JSXAttribute') add((value as unknown as { expression?: AnyNode } | null)?.expression, name?.name);
  });
  return applyEdits(text, edits).text;
}
