/** Prints the context of a story, and the code that runs before it is rendered. */
import { closureOf } from './closure.ts';
import { type Entry, type Part, valueOfPart } from './entries.ts';
import { type AnyNode, referencesOf } from './parse-module.ts';
import { type Printing, printArg, printObject } from './print-jsx.ts';
import type { Story } from './read-stories.ts';

/** Prints the second argument of render functions and decorators. */
export function contextText(printing: Printing, { parameters, globals }: Story, args = '{}'): string {
  if (printing.context !== undefined) return printing.context;
  return printContext(printing, { parameters, globals }, args);
}

export function printContext(
  printing: Printing,
  { parameters, globals }: Pick<Story, 'parameters' | 'globals'>,
  args: string,
): string {
  const [known, set] = [parameters, globals].map((entries) => printObject(printing, entries, ''));
  return `{ args: ${args}, argTypes: {}, globals: ${set}, parameters: ${known}, loaded: {}, viewMode: 'story' }`;
}

/** Functions that run in the browser before the story is rendered. */
export function loadersOf({ loaders, beforeEach }: Story): Part[] {
  return [...loaders, ...beforeEach];
}

/** Everything that the code of a story may contain. */
export function partsOf(story: Story): AnyNode[] {
  const { component, render, unknown, args, parameters, globals, decorators } = story;
  const parts = [component, render, unknown, ...decorators, ...loadersOf(story)].flatMap((part) => part ?? []);
  return [...parts.map(({ node }) => node), ...nodesOf([...args, ...parameters, ...globals])];
}

/** Prints the component that runs loaders and `beforeEach` before it shows the story, as Storybook does. */
export function printLoaded(
  printing: Printing,
  { loaders, beforeEach }: Story,
  inner: string,
): { head: string; text: string } {
  const { context } = printing;
  if (context === undefined) return { head: '', text: '' };
  const list = (parts: Part[]): string => {
    const all = parts.flatMap((part) => {
      const { node } = valueOfPart(part);
      const isList = node.type === 'ArrayExpression';
      const nodes = isList ? node.elements.filter((one) => one !== null) : [part.node];
      return nodes.map((one) => printArg(printing, { node: one as AnyNode, module: part.module }, '      '));
    });
    return `[${all.join(', ')}].flat()`;
  };
  const load = `Object.assign(${context}.loaded, ...(await Promise.all(${list(loaders)}.map((load) => load(${context})))));`;
  const before = `for (const prepare of ${list(beforeEach)}) cleanUps.push(await prepare(${context}));`;
  const [effect, state] = [freeName(printing, 'useEffect'), freeName(printing, 'useState')];
  const names = Object.entries({ useEffect: effect, useState: state });
  const imported = names.map(([hook, local]) => (hook === local ? hook : `${hook} as ${local}`)).join(', ');
  return {
    head: `import { ${imported} } from 'react';\n`,
    text: `function ${freeName(printing, 'Loaded')}() {
  const [isReady, setReady] = ${state}(false);
  ${effect}(() => {
    const cleanUps = [];
    const prepare = async () => {
${[...(loaders.length > 0 ? [load] : []), ...(beforeEach.length > 0 ? [before] : [])].map((row) => `      ${row}\n`).join('')}      setReady(true);
    };
    prepare().catch((error) => setReady(() => { throw error; }));
    return () => { for (const cleanUp of cleanUps.reverse()) cleanUp?.(); };
  }, []);
  return isReady ? <${inner} /> : null;
}
`,
  };
}

/** Returns a name that the printed code does not use for anything else. */
export function freeName(printing: Printing, name: string, suffix = '2'): string {
  const { module, used, own } = printing;
  const isTaken = closureOf(module, used, own).names.has(name) || used.some((node) => referencesOf(node).has(name));
  return isTaken ? freeName(printing, `${name}${suffix}`, suffix) : name;
}

export function withNodes(printing: Printing, nodes: unknown[]): Printing {
  return { ...printing, used: [...printing.used, ...nodes] };
}

export function nodesOf(args: Entry[]): AnyNode[] {
  return args.map((entry) => ('spread' in entry ? entry.spread : entry.value).node);
}
