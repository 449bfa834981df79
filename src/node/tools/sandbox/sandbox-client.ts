import { createRequire } from 'node:module';
import path from 'node:path';
import type { SandboxProject } from '../../../shared/entities.ts';
import { codeSandboxFiles } from '../../../shared/sandbox-project.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { SandboxLink } from '../../demos/sandbox-list.ts';
import {
  describeInterruption,
  describeNoAnswer,
  describeOddAnswer,
  describeRefusal,
  SandboxRequestError,
} from './request-error.ts';

/** Creates permanent sandboxes. */
export interface SandboxClient {
  /** Rejects with a {@link SandboxRequestError}, also when `signal` aborts. */
  create(project: SandboxProject, signal: AbortSignal): Promise<SandboxLink>;
}

type Sdk = Pick<typeof import('@codesandbox/sdk'), 'API'>;

/** Milliseconds that one answer may take. */
const TIMEOUT = 60_000;
/** Folder of the workspace for new sandboxes, and the tag to find them by. */
const LABEL = 'cascader-docs';
/** CodeSandbox takes no longer titles. */
const TITLE_LENGTH = 255;
/** Longest message that is shown. */
const TEXT_LENGTH = 400;

/**
 * A client of CodeSandbox by its SDK, which is installed in the project. Throws a DiagnosticError with exit code 2 when
 * it is not.
 *
 * @param apiKey sent to CodeSandbox and to nobody else; no error has it in its text
 */
export async function createSandboxClient({
  apiKey,
  projectRoot,
}: {
  apiKey: string;
  projectRoot: string;
}): Promise<SandboxClient> {
  const { API } = await importSdk(projectRoot);
  return {
    async create(project, signal) {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
      const api = new API({
        apiKey,
        // The SDK makes of a refusal an error without its status, or trips over the answer.
        instrumentation: async (request) => {
          const response = await fetch(request, { signal: ended });
          if (!response.ok) throw await describeRefusal(response);
          return response;
        },
      });
      try {
        // `sandboxes.create` would copy a virtual machine, which has to run (and is paid for) to be written to, sleeps
        // when nobody looks, and installs the packages anew. This call makes a browser sandbox from given files in one
        // request: it stays, costs nothing, and is the kind that the form of the demo's card makes.
        const { id } = await api.createSandbox(describeSandbox(project));
        if (!/^[\w-]+$/.test(id)) throw describeOddAnswer(`the sandbox is named ${JSON.stringify(id)}`);
        return { id, url: `https://codesandbox.io/s/${id}` };
      } catch (error) {
        throw withoutKey(signal.aborted ? describeInterruption() : describeFailure(error), apiKey);
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
    // Public: readers of the site are strangers to the workspace.
    privacy: 0,
    path: `/${LABEL}`,
    tags: [LABEL],
  };
}

function describeFailure(error: unknown): SandboxRequestError {
  if (error instanceof SandboxRequestError) return error;
  const { name, cause, message } = error as Error;
  return name === 'TimeoutError' || cause instanceof Error ? describeNoAnswer(error) : describeOddAnswer(message);
}

/** An error as it may be shown: the service, or what stands between, may repeat the key. It is cut after that. */
function withoutKey({ code, message, notes, final }: SandboxRequestError, apiKey: string): SandboxRequestError {
  const text = message.replaceAll(apiKey, '…').slice(0, TEXT_LENGTH);
  return new SandboxRequestError({ severity: 'error', code, text, notes }, { final });
}

async function importSdk(projectRoot: string): Promise<Sdk> {
  try {
    return await import('@codesandbox/sdk');
  } catch {
    // Not beside the tool, which may be run without being installed in the project, as by npx.
  }
  try {
    return createRequire(path.join(projectRoot, 'package.json'))('@codesandbox/sdk') as Sdk;
  } catch (error) {
    const { code, message = '' } = error as NodeJS.ErrnoException;
    const absent = code === 'MODULE_NOT_FOUND' && message.includes("'@codesandbox/sdk'");
    throw failure(2, 'missing-codesandbox-sdk', absent ? {} : { reason: message.split('\n', 1)[0] });
  }
}
