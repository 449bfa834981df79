import type { Diagnostic } from '../diagnostics/diagnostic.ts';

const KEYS_PAGE = 'https://codesandbox.io/t/api';
const AGAIN = 'Run the command again later: what has been created is left alone.';

/** A request to CodeSandbox that gave no sandbox. It never holds the key. */
export class SandboxRequestError extends Error {
  readonly code: Diagnostic['code'];
  readonly notes: string[];
  /** The same would happen to any other request now. */
  readonly final: boolean;

  constructor(options: Pick<Diagnostic, 'code' | 'text'> & { notes: string[]; final: boolean }) {
    super(options.text);
    this.code = options.code;
    this.notes = options.notes;
    this.final = options.final;
  }
}

/** What an answer that is a refusal means, and what to do about it. */
export async function describeRefusal(response: Response): Promise<SandboxRequestError> {
  const { status } = response;
  const reason = readReason(await response.text().catch(() => ''));
  const retryAfter = Number(response.headers.get('retry-after'));
  const [text, note, final] = explain(status, retryAfter);
  return new SandboxRequestError({
    code: 'CD703',
    text: `${text} (status ${status})${reason && `: ${reason}`}`,
    notes: [note],
    final,
  });
}

/** A request without an answer: no connection, or none in time. */
export function describeNoAnswer(error: unknown): SandboxRequestError {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const late = name === 'TimeoutError';
  return new SandboxRequestError({
    code: 'CD704',
    text: late
      ? 'CodeSandbox has not answered in time'
      : `CodeSandbox cannot be reached: ${oneLine(cause?.message || cause?.code || message)}`,
    notes: late
      ? ['It may have made the sandbox all the same: look into your workspace.', AGAIN]
      : ['Look at your connection to the network, then run the command again: what has been created is left alone.'],
    final: true,
  });
}

/** An answer that is none: not from CodeSandbox, or in a form that the package does not know. */
export function describeOddAnswer(reason: string): SandboxRequestError {
  return new SandboxRequestError({
    code: 'CD705',
    text: `CodeSandbox gave an answer that is not understood: ${oneLine(reason)}`,
    notes: ['It may have made the sandbox: look into your workspace. A newer @codesandbox/sdk may help.'],
    final: true,
  });
}

/** A request that was broken off by the user. */
export function describeInterruption(): SandboxRequestError {
  return new SandboxRequestError({
    code: 'CD706',
    text: 'The request was broken off',
    notes: ['CodeSandbox may have made the sandbox all the same: look into your workspace.'],
    final: true,
  });
}

function explain(status: number, retryAfter: number): [text: string, note: string, final: boolean] {
  if (status === 401)
    return [
      'CodeSandbox does not accept the key',
      `Make a new one at ${KEYS_PAGE} and set CSB_API_KEY to it. Keys begin with csb_.`,
      true,
    ];
  if (status === 402 || status === 403)
    return [
      'CodeSandbox does not let this key create sandboxes',
      `Give it the right to create sandboxes at ${KEYS_PAGE}, and look whether the workspace's plan has room for more.`,
      true,
    ];
  if (status === 429)
    return [
      'CodeSandbox takes no more requests for now',
      retryAfter > 0 ? AGAIN.replace('later', `in ${retryAfter} seconds`) : AGAIN,
      true,
    ];
  if (status >= 500) return ['CodeSandbox has a fault of its own', AGAIN, false];
  return ['CodeSandbox refused the project', 'Look at it: --dry-run prints what is sent.', false];
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
