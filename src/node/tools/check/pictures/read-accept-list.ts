import fs from 'node:fs/promises';
import type { AcceptedPicture } from '../../../../shared/picture-review.ts';
import type { AcceptListProblem } from '../../../base/diagnostics/codes/pictures.ts';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { fieldsOf, keyProblemOf } from './parse-picture-set.ts';

/** Throws a DiagnosticError with exit code 2 if it is missing or invalid. */
export async function readAcceptList(file: string): Promise<AcceptedPicture[]> {
  const entries = await readEntries(file);
  if (!Array.isArray(entries)) throw invalid(file, { is: 'no-list' });
  for (const [index, entry] of entries.entries()) {
    const fields = fieldsOf(entry);
    const is = keyProblemOf(fields) ?? (typeof fields.digest === 'string' ? undefined : 'no-digest');
    if (is !== undefined) throw invalid(file, { is, entry: index + 1 });
  }
  return entries;
}

async function readEntries(file: string): Promise<unknown> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw invalid(file, { is: 'missing' });
    if (error instanceof SyntaxError) throw invalid(file, { is: 'no-json', reason: error.message });
    throw error;
  }
}

function invalid(file: string, problem: AcceptListProblem): Error {
  return failure(2, 'invalid-accept-list', { file, problem });
}
