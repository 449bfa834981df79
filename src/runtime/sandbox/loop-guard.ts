import { type Node, parse } from 'acorn';

/** Name of the function that every round of a loop calls. */
const GUARD = 'cascaderGuard';
/** How long loops may run without a pause, in milliseconds: half of what a silent frame is given, so that this is told. */
const LIMIT = 1000;
/** The clock is read once in so many rounds. */
const ROUNDS = 256;

const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);

/** Code whose loops end, and the way back to the code as it was. */
export interface GuardedCode {
  code: string;
  /** Column in the code as it was; lines are the same. Both from 0. */
  columnOf(line: number, column: number): number;
}

interface Insertion {
  offset: number;
  text: string;
}

/**
 * Puts a call of the guard into every loop. Browsers that run the frame in the page's own thread could not stop an
 * endless one from outside. Code that cannot be parsed stays as it is.
 */
export function guardLoops(code: string): GuardedCode {
  const insertions: Insertion[] = [];
  try {
    visit(parse(code, { ecmaVersion: 'latest', sourceType: 'script' }), insertions);
  } catch {
    // What is wrong with it is told when it is run.
    return { code, columnOf: (_, column) => column };
  }
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
        if (offset >= start && offset < end && offset - start + shift < column) shift += text.length;
      }
      return column - shift;
    },
  };
}

function visit(node: Node, insertions: Insertion[]): void {
  if (LOOPS.has(node.type)) {
    const { body } = node as Node & { body: Node };
    if (body.type === 'BlockStatement') insertions.push({ offset: body.start + 1, text: `${GUARD}();` });
    else insertions.push({ offset: body.start, text: `{${GUARD}();` }, { offset: body.end, text: '}' });
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child as Node, insertions);
  }
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Makes the function that guarded loops call: it throws once they have kept the thread for too long, in milliseconds. */
export function installGuard(limit = LIMIT): void {
  const { port1, port2 } = new MessageChannel();
  let began: number | undefined;
  let rounds = 0;
  // A message is heard only when the thread is free, which neither an endless loop nor endless promises leave it.
  port1.onmessage = () => {
    began = undefined;
  };
  const guard = (): void => {
    if (++rounds % ROUNDS !== 0) return;
    const now = performance.now();
    if (began === undefined) {
      began = now;
      port2.postMessage(null);
    } else if (now - began > limit) {
      throw new Error(`A loop did not end within ${limit / 1000} s and was stopped`);
    }
  };
  Object.defineProperty(globalThis, GUARD, { value: guard });
}
