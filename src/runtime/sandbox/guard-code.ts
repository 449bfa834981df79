import { type Node, parse } from 'acorn';

/** Names of the functions that guarded code calls: `loop` in every round of a loop, `call` at the start of every function. */
export const GUARDS = { loop: 'cascaderLoop', call: 'cascaderCall' } as const;

const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const RESERVED = new Set<string>(Object.values(GUARDS));

export interface GuardedCode {
  code: string;
  /** Returns the column in the original code. Lines do not change. Lines and columns count from 0. */
  columnOf(line: number, column: number): number;
}

interface Insertion {
  offset: number;
  text: string;
}

/** A syntax node, with the properties that this file reads. */
interface AnyNode extends Node {
  body: AnyNode | AnyNode[];
  callee?: AnyNode;
  directive?: string;
  name?: string;
}

/**
 * Where the frame shares the page's thread, nothing else can stop endless loops. Throws the parser's error: unparsable
 * code would run without guards.
 */
export function guardCode(code: string): GuardedCode {
  const program = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    // The code of a module becomes the body of a function.
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  });
  const insertions: Insertion[] = [];
  visit(program as unknown as AnyNode, insertions);
  insertions.sort((a, b) => a.offset - b.offset);
  let guarded = '';
  let last = 0;
  for (const { offset, text } of insertions) {
    guarded += code.slice(last, offset) + text;
    last = offset;
  }
  const lines = lineStarts(code);
  return {
    code: guarded + code.slice(last),
    columnOf(line, column) {
      const start = lines[line] ?? 0;
      const end = lines[line + 1] ?? code.length;
      let shift = 0;
      for (const { offset, text } of insertions) {
        const before = column - (offset - start + shift);
        // The position of a guard is that of the code after it.
        if (offset >= start && offset < end && before > 0) shift += Math.min(before, text.length);
      }
      return column - shift;
    },
  };
}

/** At equal offsets, the order of the insertions keeps nested code nested. */
function visit(node: AnyNode, insertions: Insertion[]): void {
  refuseReserved(node);
  const [before, after] = guardsOf(node);
  if (before) insertions.push(before);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string' && !isGuard(node, child)) visit(child, insertions);
  }
  if (after) insertions.push(after);
}

function guardsOf({ type, body }: AnyNode): Insertion[] {
  const isLoop = LOOPS.has(type);
  if ((!isLoop && !FUNCTIONS.has(type)) || !body || Array.isArray(body)) return [];
  const call = isLoop ? `${GUARDS.loop}()` : `${GUARDS.call}()`;
  const [open, close] = isLoop ? [`{${call};`, '}'] : [`(${call},`, ')'];
  if (body.type !== 'BlockStatement') {
    return [
      { offset: body.start, text: open },
      { offset: body.end, text: close },
    ];
  }
  // A directive counts only as the first statement of a function.
  const directive = isLoop ? undefined : (body.body as AnyNode[]).filter((statement) => statement.directive).at(-1);
  return [directive ? { offset: directive.end, text: `;${call};` } : { offset: body.start + 1, text: `${call};` }];
}

/** Returns true for the callee of a guard's call. The input has such calls if the text of a guarded function is compiled again. */
function isGuard({ type, callee }: AnyNode, child: AnyNode): boolean {
  return type === 'CallExpression' && child === callee && RESERVED.has(child.name ?? '');
}

/** Throws if the code could replace a guard, with a variable of the same name or with `with`. */
function refuseReserved({ type, name = '' }: AnyNode): void {
  if (type === 'WithStatement') throw new SyntaxError('`with` cannot be used in an edited demo');
  if (type === 'Identifier' && RESERVED.has(name)) throw new SyntaxError(`${name} is a reserved name`);
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
