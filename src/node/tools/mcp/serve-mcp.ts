/** Serves a built site to assistants over the Model Context Protocol. Only this module imports the protocol's package. */

import path from 'node:path';
import * as z from 'zod';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { packageVersion } from '../../base/package-dir.ts';
import { loadSite } from '../../build/site.ts';
import { loadOptional } from '../../project/optional-package.ts';
import { type Answers, createAnswers, UnknownName } from './answers.ts';
import { openBuiltFiles } from './built-files.ts';

/** Options of {@link serveMcp}. */
export interface McpOptions {
  /** Folder of the site, which provides the types to check code. Default: the working directory. */
  root?: string;
  /** Folder or http(s) address of the built site. Default: the site's output folder. */
  place?: string;
  signal?: AbortSignal;
}

interface Result {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

interface McpPackage {
  McpServer: new (info: {
    name: string;
    version: string;
  }) => {
    registerTool(
      name: string,
      config: { description: string; inputSchema: z.ZodType; annotations: { readOnlyHint: boolean } },
      run: (input: Record<string, string>) => Promise<Result>,
    ): void;
    connect(transport: object): Promise<void>;
    close(): Promise<void>;
  };
}

interface StdioPackage {
  StdioServerTransport: new () => { onclose?: () => void };
}

const PACKAGE = '@modelcontextprotocol/server';

/** The tools that an assistant can call, with the name of their argument. */
const TOOLS: {
  name: string;
  description: string;
  argument?: [string, string];
  answer(answers: Answers, given: string): Promise<unknown>;
}[] = [
  {
    name: 'list_components',
    description: 'List all exports of the component library: id, kind and first line of the description.',
    answer: (answers) => answers.list(),
  },
  {
    name: 'get_component',
    description:
      'Get an export of the library: its import line, properties with types, defaults and descriptions, and its demos.',
    argument: ['id', 'Id from list_components, such as `Button`'],
    answer: (answers, id) => answers.component(id),
  },
  {
    name: 'get_demo',
    description: 'Get the code of a demo.',
    argument: ['id', 'Id from get_component'],
    answer: (answers, id) => answers.demo(id),
  },
  {
    name: 'search',
    description: 'Search the documentation. Returns links with the matching text.',
    argument: ['query', 'A few words'],
    answer: (answers, query) => answers.search(query),
  },
  {
    name: 'read_page',
    description: 'Read a page of the documentation as Markdown.',
    argument: ['path', 'Address from search, such as /guide/theme'],
    answer: (answers, address) => answers.page(address),
  },
  {
    name: 'check_snippet',
    description:
      "Check TSX code that uses the library against the library's types. Returns errors with their lines, or an empty list.",
    argument: ['code', 'A complete module, including its imports'],
    answer: (answers, code) => answers.check(code),
  },
];

/**
 * Answers an assistant on standard input and output until the input ends.
 *
 * @throws DiagnosticError if the site cannot be loaded, or the protocol's package is not installed
 */
export async function serveMcp({ root = process.cwd(), place, signal }: McpOptions = {}): Promise<void> {
  const { site } = await loadSite(root, { signal });
  const found = ['dist/index.cjs', 'dist/stdio.cjs'].map((file) => loadOptional(PACKAGE, file, site));
  const [mcp, stdio] = found as [McpPackage | undefined, StdioPackage | undefined];
  if (!mcp || !stdio) throw new DiagnosticError([notInstalled()], 2);
  const answers = createAnswers(openBuiltFiles(place ?? path.resolve(root, site.config.outDir)), site);
  const server = new mcp.McpServer({ name: site.config.title ?? 'cascader-docs', version: packageVersion });
  for (const { name, description, argument, answer: resolveAnswer } of TOOLS) {
    const [key = '', says = ''] = argument ?? [];
    const inputSchema = z.object(argument ? { [key]: z.string().describe(says) } : {});
    server.registerTool(name, { description, inputSchema, annotations: { readOnlyHint: true } }, async (input) => {
      try {
        return resultOf(await resolveAnswer(answers, input[key] ?? ''));
      } catch (error) {
        if (!(error instanceof UnknownName) && !(error instanceof DiagnosticError)) throw error;
        return { ...resultOf(error instanceof DiagnosticError ? errorText(error) : error.message), isError: true };
      }
    });
  }
  const transport = new stdio.StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(transport);
  await ended;
  await server.close();
  await answers.close();
}

function resultOf(answer: unknown): Result {
  return {
    content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer, undefined, 1) }],
  };
}

function errorText({ diagnostics }: DiagnosticError): string {
  return diagnostics.map(({ text, notes = [] }) => [text, ...notes].join('. ')).join('\n');
}

function notInstalled(): Diagnostic {
  return createDiagnostic('missing-mcp-package', { name: PACKAGE });
}
