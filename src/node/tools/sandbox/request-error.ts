import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

/** A request to CodeSandbox that gave no sandbox. It never holds the key. */
export class SandboxRequestError extends Error {
  readonly code: Diagnostic['code'];
  readonly notes: string[];
  /** The same would happen to any other request now. */
  readonly final: boolean;

  constructor({ code, text, notes = [] }: Diagnostic, { final }: { final: boolean }) {
    super(text);
    this.code = code;
    this.notes = notes;
    this.final = final;
  }
}

/** What an answer that is a refusal means, and what to do about it. */
export async function describeRefusal(response: Response): Promise<SandboxRequestError> {
  const { status } = response;
  const reason = readReason(await response.text().catch(() => ''));
  const retryAfter = Number(response.headers.get('retry-after'));
  const diagnostic = createDiagnostic('codesandbox-refused', { status, retryAfter, reason });
  return new SandboxRequestError(diagnostic, { final: [401, 402, 403, 429].includes(status) });
}

/** A request without an answer: no connection, or none in time. */
export function describeNoAnswer(error: unknown): SandboxRequestError {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const reason = oneLine(cause?.message || cause?.code || message);
  const diagnostic = createDiagnostic(
    'codesandbox-unreachable',
    name === 'TimeoutError' ? { case: 'late' } : { case: 'no-connection', reason },
  );
  return new SandboxRequestError(diagnostic, { final: true });
}

/** An answer that is none: not from CodeSandbox, or in a form that the package does not know. */
export function describeOddAnswer(reason: string): SandboxRequestError {
  return new SandboxRequestError(createDiagnostic('codesandbox-odd-answer', { reason: oneLine(reason) }), {
    final: true,
  });
}

/** A request that was broken off by the user. */
export function describeInterruption(): SandboxRequestError {
  return new SandboxRequestError(createDiagnostic('codesandbox-interrupted', {}), { final: true });
}

/** The reason in the body of an answer: `{"errors": ["…"]}`. A page of HTML has none. */
function readReason(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) ? oneLine(errors.map((error) => printable(error)).join('; ')) : '';
  } catch {
    // Not JSON, so not from the service itself: the status has to do.
    return '';
  }
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A stranger's words in one line of a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
