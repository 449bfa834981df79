// Mutants of a source text: small changes, each in one place.
import { parseSync } from 'oxc-parser';
import { shuffle } from '../random.mjs';

/** Lists the possible mutants of a demo: `{ operator, start, end, text, description }`. */
export function listMutants(source, { file = 'demo.tsx', operators = DEMO_OPERATORS } = {}) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const mutants = [];
  visit(program, []);
  return mutants;

  function visit(node, parents) {
    if (node.type.startsWith('TS') && !VALUES_OF_TYPESCRIPT.includes(node.type)) return;
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('Export') && node.source)) return;
    for (const [operator, change] of Object.entries(operators))
      for (const { at = node, text } of change(node, parents, source) ?? []) {
        const { start, end } = at;
        mutants.push({ operator, start, end, text, description: describe(source, { start, end, text }) });
      }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child, [node, ...parents]);
  }
}

/** Like `Map.groupBy`, which Node.js 20 does not have. */
export function groupBy(list, keyOf) {
  const groups = new Map();
  for (const entry of list) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

/** Applies a mutant. */
export function applyMutant(source, { start, end, text }) {
  return source.slice(0, start) + text + source.slice(end);
}

/**
 * Chooses mutants with each operator in turn, in random order. Returns all of them; the caller takes the first that compile.
 */
export function shuffleMutants(mutants, random) {
  const groups = [...groupBy(mutants, ({ operator }) => operator).values()].map((group) => shuffle(group, random));
  const chosen = [];
  while (groups.some((group) => group.length > 0))
    for (const group of groups) if (group.length > 0) chosen.push(group.shift());
  return chosen;
}

const VALUES_OF_TYPESCRIPT = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

const quoted = (text) => `'${text}'`;

/** Removes an entry of a list with the comma after it. */
function removal(source, node) {
  const [rest] = /^\s*,?\s*/.exec(source.slice(node.end));
  return [{ at: { start: node.start, end: node.end + rest.length }, text: '' }];
}

const negations = {
  condition(node, _parents, source) {
    const print = ({ start, end }) => source.slice(start, end);
    if (node.type === 'ConditionalExpression' || node.type === 'IfStatement')
      return [{ at: node.test, text: `!(${print(node.test)})` }];
    if (node.type === 'LogicalExpression' && node.operator === '&&')
      return [{ at: node.left, text: `!(${print(node.left)})` }];
    return undefined;
  },
  comparison(node, _parents, source) {
    const other = { '===': '!==', '!==': '===', '<': '>=', '>': '<=', '<=': '>', '>=': '<' }[node.operator];
    if (node.type !== 'BinaryExpression' || !other) return undefined;
    const { left, right } = node;
    return [{ text: `${source.slice(left.start, left.end)} ${other} ${source.slice(right.start, right.end)}` }];
  },
  boolean(node) {
    return node.type === 'Literal' && typeof node.value === 'boolean' ? [{ text: String(!node.value) }] : undefined;
  },
  number(node, parents) {
    const isKey = parents[0]?.type === 'Property' && parents[0].key === node;
    return node.type === 'Literal' && typeof node.value === 'number' && !isKey
      ? [{ text: String(node.value + 1) }]
      : undefined;
  },
};

/** Operators for demos. Each returns the changes of a node. */
const DEMO_OPERATORS = {
  ...negations,
  string(node, parents, source) {
    const [parent] = parents;
    if (node.type === 'JSXText' && node.value.trim()) {
      const [before] = /^\s*/.exec(node.value);
      const [after] = /\s*$/.exec(node.value);
      return [{ text: `${before}Mutant${after}` }];
    }
    if (node.type === 'TemplateElement' && node.value.raw.trim())
      return [{ text: source.slice(node.start, node.end).replace(node.value.raw, 'Mutant ') }];
    const isKey = parent?.type === 'Property' && parent.key === node;
    if (node.type !== 'Literal' || typeof node.value !== 'string' || isKey) return undefined;
    return [{ text: parent?.type === 'JSXAttribute' ? '"Mutant"' : quoted('Mutant') }];
  },
  prop(node) {
    return node.type === 'JSXSpreadAttribute' || node.type === 'JSXAttribute' ? [{ text: '' }] : undefined;
  },
  key(node, parents, source) {
    return node.type === 'Property' && parents[0]?.type === 'ObjectExpression' ? removal(source, node) : undefined;
  },
  flag(node) {
    return node.type === 'JSXAttribute' && node.value === null
      ? [{ at: { start: node.end, end: node.end }, text: '={false}' }]
      : undefined;
  },
  handler(node) {
    return node.type === 'JSXAttribute' && /^on[A-Z]/.test(node.name.name)
      ? [{ at: node.value, text: '{() => {}}' }]
      : undefined;
  },
  element(node, parents) {
    return /^JSXElement|^JSXExpressionContainer/.test(node.type) && /^JSX(?:Element|Fragment)$/.test(parents[0]?.type)
      ? [{ text: '' }]
      : undefined;
  },
  entry(node, parents, source) {
    const [parent] = parents;
    return parent?.type === 'ArrayExpression' && parent.elements.length > 1 ? removal(source, node) : undefined;
  },
  update(node) {
    return node.type === 'CallExpression' && /^set[A-Z]/.test(node.callee.name ?? '')
      ? [{ text: 'undefined' }]
      : undefined;
  },
};

/** Operators for compiled code of a component. Each changes an expression, so that it can be found out whether it runs. */
export const COMPONENT_OPERATORS = {
  ...negations,
  logic(node, _parents, source) {
    if (node.type !== 'LogicalExpression' || node.operator === '??') return undefined;
    const { left, right } = node;
    const other = node.operator === '&&' ? '||' : '&&';
    return [{ text: `(${source.slice(left.start, left.end)}) ${other} (${source.slice(right.start, right.end)})` }];
  },
  call(node, parents) {
    return node.type === 'CallExpression' && parents[0]?.type === 'ExpressionStatement' && node.callee.type !== 'Super'
      ? [{ text: 'undefined' }]
      : undefined;
  },
  string(node, parents) {
    const isValue = parents[0]?.type !== 'Property' || parents[0].value === node;
    const isName = ['MemberExpression', 'ExpressionStatement'].includes(parents[0]?.type);
    return node.type === 'Literal' && typeof node.value === 'string' && isValue && !isName
      ? [{ text: quoted(node.value === '' ? 'Mutant' : '') }]
      : undefined;
  },
};

function describe(source, { start, end, text }) {
  const line = source.slice(0, start).split('\n').length;
  const shown = (code) => code.replace(/\s+/g, ' ').trim().slice(0, 60);
  const before = shown(source.slice(start, end)) || shown(source.slice(source.lastIndexOf(' ', start - 1), start));
  return `line ${line}: \`${before}\` → ${shown(text) ? `\`${shown(text)}\`` : 'removed'}`;
}
