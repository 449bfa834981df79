import { describe, expect, it } from 'vitest';
import {
  allOrDiagnostics,
  type Diagnostic,
  DiagnosticError,
} from '../../../../src/node/base/diagnostics/diagnostic.ts';

const diagnostic = (text: string): Diagnostic => ({ severity: 'error', code: 'CD101', text });
const failing = (text: string, exitCode?: 1 | 2 | 3): Promise<never> =>
  Promise.reject(new DiagnosticError([diagnostic(text)], exitCode));
const errorOf = async (tasks: Promise<unknown>[]): Promise<DiagnosticError> =>
  (await allOrDiagnostics(tasks).catch((error: unknown) => error)) as DiagnosticError;

describe('allOrDiagnostics', () => {
  it('returns the results of all tasks', async () => {
    expect(await allOrDiagnostics([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  it('throws one error with the diagnostics of all failures, each once', async () => {
    const error = await errorOf([failing('first'), Promise.resolve(1), failing('second'), failing('first')]);
    expect(error.diagnostics.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it.each([
    [[3, 1], 3],
    [[1, 2], 2],
    [[3, 2, 1], 3],
    [[1, 1], 1],
  ] as [(1 | 2 | 3)[], number][])('has the highest of the exit codes %s', async (codes, expected) => {
    const { exitCode } = await errorOf(codes.map((code, number) => failing(`failure ${number}`, code)));
    expect(exitCode).toBe(expected);
  });

  it('rethrows any other error unchanged', async () => {
    const bug = new TypeError('a bug');
    expect(await errorOf([failing('first'), Promise.reject(bug)])).toBe(bug);
  });
});
