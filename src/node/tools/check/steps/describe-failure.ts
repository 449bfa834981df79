import fs from 'node:fs';
import path from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { StepFailure } from '../../../../shared/steps.ts';
import type { BuiltSteps } from '../../../render/demos/read-steps.ts';
import type { RawFinding as Finding } from '../types.ts';

export interface FailedStep {
  steps: BuiltSteps;
  index: number;
  failure: StepFailure;
  root: string;
  image?: Uint8Array | undefined;
  rule?: Finding['rule'];
  message?: string;
}

export function stepFinding({ steps, index, failure, root, image, rule = 'step', message }: FailedStep): Finding {
  const { expected, actual, html } = failure;
  const name = steps.list[index]?.name ?? '';
  const rest = steps.list.length - index - 1;
  const details = [
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(html === undefined ? [] : [html]),
    ...(rest > 0 && rule === 'step'
      ? [`${rest === 1 ? 'The next step was' : `The next ${rest} steps were`} not run`]
      : []),
  ];
  const location = locateFailure(failure.stack, steps, root) ?? steps.locations[index];
  return {
    rule,
    place: 'steps',
    message: message ?? `Step ${index + 1} \`${name}\`: ${failure.message}`,
    ...(details.length > 0 && { details: details.join('\n') }),
    ...(location && { location }),
    ...(image && { image }),
  };
}

/** Matches a position in the steps module: `…/steps-1a2b.js:1:120`. */
const POSITION = /(https?:\/\/[^\s()]+):(\d+):(\d+)/g;
/** Matches the calls that are reported, up to their opening parenthesis. */
const CALLS =
  /\b(?:user(?:Event)?\s*\.\s*\w+|(?:\w+\s*\.\s*)?find(?:\s*\.\s*\w+)?|expect(?:\s*\.\s*call)?|\w+\s*\.\s*(?:find|get|query)(?:All)?By\w+|clock\s*\.\s*\w+|mock|state|waitFor)\s*\(/g;

/** Returns the location of a call in the steps. Browsers report different columns, so the call's start in the line is used. */
export function locateFailure(
  stack: string | undefined,
  { js, map, file, lineOffset, rows }: Pick<BuiltSteps, 'js' | 'map' | 'file' | 'lineOffset' | 'rows'>,
  root: string,
): Finding['location'] {
  for (const [, url = '', line = '1', column = '1'] of (stack ?? '').matchAll(POSITION)) {
    if (!new URL(url).pathname.endsWith(js)) continue;
    const found = originalPositionFor(new TraceMap(map), {
      line: Number(line),
      column: Math.max(Number(column) - 1, 0),
    });
    if (found.source === null) continue;
    // The code of a fenced demo has no separate file.
    const source = /^[a-z-]{2,}:/.test(found.source) ? file : found.source;
    const row = rows && source === file ? rows[found.line - 1] : found.line + (source === file ? lineOffset : 0);
    if (!row) continue;
    return { file: source, line: row, column: callColumn(path.join(root, source), row, found.column) + 1 };
  }
  return undefined;
}

/** Returns the zero-based column of a call. */
function callColumn(filePath: string, line: number, column: number): number {
  let text: string;
  try {
    text = fs.readFileSync(filePath, 'utf8').split('\n')[line - 1] ?? '';
  } catch {
    // The file was removed after the build.
    return column;
  }
  const calls = [...text.matchAll(CALLS)].filter(({ index }) => index <= column);
  const around = calls.filter((call) => column <= call.index + call[0].length);
  return (around[0] ?? calls.at(-1))?.index ?? column;
}
