import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';

/** Error of a request to CodeSandbox that created no sandbox. It never contains the key. */
export class SandboxRequestError extends Error {
  readonly code: Diagnostic['code'];
  readonly notes: string[];
  /** Any other request would fail in the same way now. */
  readonly final: boolean;

  constructor({ code, text, notes = [] }: Diagnostic, { final }: { final: boolean }) {
    super(text);
    this.code = code;
    this.notes = notes;
    this.final = final;
  }
}

/** Describes a response that refuses the request, and how to fix the cause. */
export async function describeRefusal(response: Response): Promise<SandboxRequestError> {
  const { status } = response;
  const reason = readReason(await response.text().catch(() => ''));
  const retryAfter = Number(response.headers.get('retry-after'));
  const diagnostic = createDiagnostic('codesandbox-refused', { status, retryAfter, reason });
  return new SandboxRequestError(diagnostic, { final: [401, 402, 403, 429].includes(status) });
}

/** Describes a request without a response: the connection failed or timed out. */
export function describeNoAnswer(error: unknown): SandboxRequestError {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const reason = oneLine(cause?.message || cause?.code || message);
  const diagnostic = createDiagnostic(
    'codesandbox-unreachable',
    name === 'TimeoutError' ? { case: 'late' } : { case: 'no-connection', reason },
  );
  return new SandboxRequestError(diagnostic, { final: true });
}

/** Describes an unexpected response: not from CodeSandbox, or in an unknown format. */
export function describeOddAnswer(reason: string): SandboxRequestError {
  return new SandboxRequestError(createDiagnostic('codesandbox-odd-answer', { reason: oneLine(reason) }), {
    final: true,
  });
}

export function describeInterruption(): SandboxRequestError {
  return new SandboxRequestError(createDiagnostic('codesandbox-interrupted', {}), { final: true });
}

/** Returns the reason in the body of a response: `{"errors": ["…"]}`. Empty for an HTML page. */
function readReason(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) ? oneLine(errors.map((error) => printable(error)).join('; ')) : '';
  } catch {
    // The body is not JSON, so it is not from the service itself. Only the status is known.
    return '';
  }
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
