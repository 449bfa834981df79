import { createRequire } from 'node:module';
import path from 'node:path';
import type { SandboxProject } from '../../../shared/entities.ts';
import { codeSandboxFiles } from '../../../shared/sandbox-project.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { SandboxLink } from '../../render/demos/sandbox-list.ts';

type Sdk = Pick<typeof import('@codesandbox/sdk'), 'API'>;

/** Time limit for a response in milliseconds. */
const TIMEOUT = 60_000;
/** Folder in the workspace for new sandboxes, and a tag by which they can be found. */
const LABEL = 'cascader-docs';
/** Maximum length of a title on CodeSandbox. */
const TITLE_LENGTH = 255;
/** Maximum length of a displayed message. */
const TEXT_LENGTH = 400;

export type SandboxClient = Awaited<ReturnType<typeof createSandboxClient>>;

/**
 * Creates the client. The project must install the SDK. `apiKey` is only sent to CodeSandbox; no error contains it.
 * Throws a DiagnosticError with exit code 2.
 */
export async function createSandboxClient({ apiKey, projectRoot }: { apiKey: string; projectRoot: string }) {
  const { API } = await importSdk(projectRoot);
  return {
    /** Creates a sandbox. Rejects with a {@link SandboxRequestError}, even if `signal` aborts. */
    async create(project: SandboxProject, signal: AbortSignal): Promise<SandboxLink> {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
      const api = new API({
        apiKey,
        // If a request is refused, the SDK throws an error without the status or fails to parse the response.
        instrumentation: async (request) => {
          const response = await fetch(request, { signal: ended });
          if (!response.ok) throw await describeRefusal(response);
          return response;
        },
      });
      try {
        // `sandboxes.create` would copy a virtual machine, which runs (and is paid for) while files are written, sleeps
        // when it is not used, and installs the packages again. This call creates a browser sandbox from the given
        // files in one request. Such a sandbox is permanent, free, and of the same kind as those from the form on the
        // demo's card.
        const { id } = await api.createSandbox(describeSandbox(project));
        if (!/^[\w-]+$/.test(id)) throw describeNoAnswer(`the sandbox is named ${JSON.stringify(id)}`);
        return { id, url: `https://codesandbox.io/s/${id}` };
      } catch (error) {
        throw withoutKey(
          signal.aborted ? describeNoAnswer('the request was canceled') : describeFailure(error),
          apiKey,
        );
      }
    },
  };
}

function describeSandbox(project: SandboxProject) {
  const { title, description, template, dependencies } = project;
  const files = Object.entries(codeSandboxFiles(project)).map(
    ([file, { content, isBinary }]) => [file, { code: content, is_binary: isBinary }] as const,
  );
  return {
    title: title.slice(0, TITLE_LENGTH),
    description,
    template,
    runtime: 'browser' as const,
    files: Object.fromEntries(files),
    npm_dependencies: dependencies,
    entry: (JSON.parse(project.files['package.json'] ?? '{}') as { main?: string }).main,
    // The sandbox is public, because readers of the site are not members of the workspace.
    privacy: 0,
    path: `/${LABEL}`,
    tags: [LABEL],
  };
}

function describeFailure(error: unknown): SandboxRequestError {
  if (error instanceof SandboxRequestError) return error;
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return describeNoAnswer(name === 'TimeoutError' ? 'it took too long' : cause?.message || cause?.code || message);
}

/** Returns an error that is safe to show, because the service or a proxy may repeat the key. The text is shortened after that. */
function withoutKey({ code, message, notes, final }: SandboxRequestError, apiKey: string): SandboxRequestError {
  const text = message.replaceAll(apiKey, '…').slice(0, TEXT_LENGTH);
  return new SandboxRequestError({ severity: 'error', code, text, notes }, { final });
}

async function importSdk(projectRoot: string): Promise<Sdk> {
  try {
    return await import('@codesandbox/sdk');
  } catch {
    // The SDK is not installed in this package's folder. The package may run without an installation in the project, for example with npx.
  }
  try {
    return createRequire(path.join(projectRoot, 'package.json'))('@codesandbox/sdk') as Sdk;
  } catch (error) {
    const { code, message = '' } = error as NodeJS.ErrnoException;
    const absent = code === 'MODULE_NOT_FOUND' && message.includes("'@codesandbox/sdk'");
    throw failure(2, 'missing-codesandbox-sdk', absent ? {} : { reason: message.split('\n', 1)[0] });
  }
}

/** Error of a request to CodeSandbox that did not create a sandbox. The error never contains the key. */
export class SandboxRequestError extends Error {
  readonly code: Diagnostic['code'];
  readonly notes: string[];
  /** True if any other request would now fail in the same way. */
  readonly final: boolean;

  constructor({ code, text, notes = [] }: Diagnostic, { final }: { final: boolean }) {
    super(text);
    this.code = code;
    this.notes = notes;
    this.final = final;
  }
}

/** Describes a response that refuses the request, and the fix for the cause. */
async function describeRefusal(response: Response): Promise<SandboxRequestError> {
  const { status } = response;
  const reason = readReason(await response.text().catch(() => ''));
  const retryAfter = Number(response.headers.get('retry-after'));
  const diagnostic = createDiagnostic('codesandbox-refused', { status, retryAfter, reason });
  return new SandboxRequestError(diagnostic, { final: [401, 402, 403, 429].includes(status) });
}

/** Describes a request without a readable response: interrupted, without a connection, or answered by another service. */
function describeNoAnswer(reason: string): SandboxRequestError {
  return new SandboxRequestError(createDiagnostic('codesandbox-no-answer', { reason: oneLine(reason) }), {
    final: true,
  });
}

/** Returns the reason in a response body such as `{"errors": ["…"]}`. Empty for an HTML page. */
function readReason(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) ? oneLine(errors.map((error) => printable(error)).join('; ')) : '';
  } catch {
    // The body is not JSON, so it is not from the service itself, and only the status is known.
    return '';
  }
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
