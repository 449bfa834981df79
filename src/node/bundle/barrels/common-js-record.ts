import type * as ES from 'estree';
import type { ModuleRecord, Reference } from './module-record.ts';

/** Exports in other forms are missing. */
export function commonJsRecord({ body }: ES.Program): ModuleRecord {
  const record: ModuleRecord = {
    imports: new Map(),
    exports: new Map(),
    stars: [],
    isComplete: false,
    hasEffects: true,
  };
  const required = new Map<string, string>();
  for (const statement of body) {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        const specifier = requiredBy(init);
        if (specifier === undefined) continue;
        record.imports.set(specifier, new Set(['*']));
        if (id.type === 'Identifier') required.set(id.name, specifier);
      }
    } else if (statement.type === 'ExpressionStatement') {
      readExpression(statement.expression, record, required);
    }
  }
  return record;
}

function readExpression(node: ES.Expression, record: ModuleRecord, required: ReadonlyMap<string, string>): void {
  const referenceTo = (value: ES.Node | null | undefined): Reference | undefined => {
    if (value?.type !== 'MemberExpression' || value.object.type !== 'Identifier') return undefined;
    const specifier = required.get(value.object.name);
    const name = keyOf(value.property);
    return specifier !== undefined && name !== undefined ? { specifier, name } : undefined;
  };
  if (node.type === 'AssignmentExpression') {
    // Example: `exports.Button = exports.Card = void 0`, or `exports.Button = _button.default`.
    const name = exportedName(node.left);
    if (name !== undefined) record.exports.set(name, referenceTo(node.right));
    if (node.right.type === 'AssignmentExpression') readExpression(node.right, record, required);
  }
  if (node.type !== 'CallExpression') return;
  const [target, key, descriptor] = node.arguments;
  if (nameOf(node.callee) === 'defineProperty' && isExports(target)) {
    const name = key && keyOf(key);
    if (name === '__esModule') record.isComplete = true;
    else if (name !== undefined) record.exports.set(name, referenceTo(getterOf(descriptor)));
  } else if (nameOf(node.callee) === '__exportStar') {
    const specifier = target && requiredBy(target);
    if (specifier === undefined) return;
    record.imports.set(specifier, new Set(['*']));
    record.stars.push(specifier);
  } else if (nameOf(node.callee) === 'forEach') {
    // Example: `Object.keys(_button).forEach(function (key) { …defineProperty(exports, key, …) })`.
    const keys = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
    const [module] = keys?.type === 'CallExpression' && nameOf(keys.callee) === 'keys' ? keys.arguments : [];
    const specifier = module?.type === 'Identifier' ? required.get(module.name) : undefined;
    if (specifier !== undefined) record.stars.push(specifier);
  }
}

/** Returns the specifier of `require('…')`, also inside of a helper such as `_interopRequireDefault()`. */
function requiredBy(node: ES.Node | null | undefined): string | undefined {
  if (node?.type !== 'CallExpression') return undefined;
  const [argument] = node.arguments;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return requiredBy(argument);
  return argument?.type === 'Literal' ? String(argument.value) : undefined;
}

function exportedName(node: ES.Node): string | undefined {
  return node.type === 'MemberExpression' && isExports(node.object) ? keyOf(node.property) : undefined;
}

function isExports(node: ES.Node | undefined): boolean {
  return node?.type === 'Identifier' && node.name === 'exports';
}

function getterOf(descriptor: ES.Node | undefined): ES.Expression | null | undefined {
  if (descriptor?.type !== 'ObjectExpression') return undefined;
  for (const property of descriptor.properties) {
    if (property.type !== 'Property' || keyOf(property.key) !== 'get') continue;
    const { value } = property;
    if (value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement') return value.body;
    const body =
      value.type === 'FunctionExpression' || value.type === 'ArrowFunctionExpression' ? value.body : undefined;
    const [statement] = body?.type === 'BlockStatement' ? body.body : [];
    return statement?.type === 'ReturnStatement' ? statement.argument : undefined;
  }
  return undefined;
}

function nameOf(callee: ES.Node): string | undefined {
  return callee.type === 'MemberExpression' ? keyOf(callee.property) : keyOf(callee);
}

function keyOf(node: ES.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : undefined;
}
