/** Serves MCP. No other module imports the protocol's package. */

import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { packageDir, packageVersion } from '../../base/package-dir.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import { loadOptional } from '../../project/optional-package.ts';
import { type Answers, createAnswers } from './answers.ts';
import { isSiteUrl, UnknownName } from './built-files.ts';
import { chooseFiles } from './choose-files.ts';
import type { ChangesQuery } from './list-changes.ts';
import { createWorkingTree, type WorkingTree } from './working-tree.ts';

export interface McpOptions {
  /** Folder of the site, whose types are used to check code. Default: the working directory. */
  root?: string;
  /** Folder or http(s) URL of the built site. Default: the site's output folder. */
  place?: string;
  /** Name of a package, installed in the project, that contains its documentation. If set, `place` is ignored. */
  packageName?: string;
  /** Archived version whose documentation is part of the site. If set, `place` is ignored. */
  version?: string;
  signal?: AbortSignal;
}

interface Result {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

interface McpPackage {
  McpServer: new (
    info: { name: string; version: string },
    options: { instructions?: string },
  ) => {
    registerTool(
      name: string,
      config: { description: string; inputSchema: z.ZodType; annotations: { readOnlyHint: boolean } },
      run: (input: Input) => Promise<Result>,
    ): void;
    connect(transport: object): Promise<void>;
    close(): Promise<void>;
  };
}

interface StdioPackage {
  StdioServerTransport: new () => { onclose?: () => void };
}

const PACKAGE = '@modelcontextprotocol/server';

/** Arguments of a call, which the protocol's package has validated. */
type Input = Record<string, string | boolean | number | string[] | undefined>;

interface Tool<Source> {
  name: string;
  description: string;
  input?: Record<string, z.ZodType>;
  answer(source: Source, input: Input): Promise<unknown>;
}

const TOOLS: Tool<Answers>[] = [
  {
    name: 'list_components',
    description:
      'List all exports of the component library: id, kind and first line of the description, with the version of the library.',
    answer: (answers) => answers.list(),
  },
  {
    name: 'get_component',
    description:
      'Get an export of the library: its import line, properties with types, defaults and descriptions, and its demos.',
    input: { id: text('Id from list_components, such as `Button`') },
    answer: (answers, { id }) => answers.component(String(id)),
  },
  {
    name: 'get_demo',
    description: 'Get the code of a demo.',
    input: { id: text('Id from get_component, or its last part, such as `basic`') },
    answer: (answers, { id }) => answers.demo(String(id)),
  },
  {
    name: 'search',
    description: 'Search the documentation. Returns links with the matching text.',
    input: { query: text('A few words') },
    answer: (answers, { query }) => answers.search(String(query)),
  },
  {
    name: 'read_page',
    description: 'Read a page of the documentation as Markdown.',
    input: { path: text('URL path from search, such as /guide/theme') },
    answer: (answers, { path: url }) => answers.page(String(url)),
  },
  {
    name: 'changes',
    description:
      'List what changed in the API between two versions, by export: added, removed, deprecated and changed names. Breaking changes are marked.',
    input: {
      from: text('The older version, such as `1.20` or `1.20.0`'),
      to: text('The newer version. Default: the newest known version').optional(),
      breaking: z.boolean().describe('True lists only breaking changes').optional(),
      component: text('Id of an export, such as `Button`. Default: all').optional(),
    },
    answer: (answers, input) => answers.changes(input as unknown as ChangesQuery),
  },
  {
    name: 'check_snippet',
    description:
      "Check TSX code that uses the library against the library's types. Returns errors with their lines, or that there are none.",
    input: { code: text('A module, or code without imports, such as `<Button tone="loud" />`') },
    answer: (answers, { code }) => answers.check(String(code)),
  },
];

const AGAINST = text('Git ref to compare with. Default: the merge base with the default branch').optional();

/** Tools for a project that documents its own library. The answers are divided into parts. */
const TREE_TOOLS: Tool<WorkingTree>[] = [
  {
    name: 'affected',
    description:
      'List the demos, pages and exports that changed files can reach, each with a path of imports. Default: the files that differ from the merge base with the default branch.',
    input: {
      files: z.array(z.string()).describe('Changed files').optional(),
      diff: text('A unified diff, instead of files').optional(),
      against: AGAINST,
    },
    answer: (tree, input) => tree.affected(input),
  },
  {
    name: 'verify',
    description:
      'Verify the working tree after an edit: type errors, and for each affected demo console, accessibility, steps, and what users can rely on (roles, names, attributes, focus, elements, CSS variables). The first line is the verdict.',
    input: {
      demos: z.array(z.string()).describe('Ids of demos. Default: those that the changes can reach').optional(),
      against: AGAINST,
    },
    answer: (tree, input) => tree.verify(input),
  },
  {
    name: 'report',
    description:
      'Compare the API, the affected demos, pages and sizes of the working tree with a commit. Takes as long as a build.',
    input: { against: AGAINST, all: z.boolean().describe('True opens all demos').optional() },
    answer: (tree, input) => tree.report(input),
  },
];

function text(description: string): z.ZodString {
  return z.string().describe(description);
}

/**
 * Answers an assistant on standard input and output until the input ends.
 *
 * @throws DiagnosticError if the site cannot be loaded or the protocol's package is not installed
 */
export async function serveMcp(options: McpOptions = {}): Promise<void> {
  const { root = process.cwd(), place, packageName, version, signal } = options;
  const { site } = await loadSite(root, { signal });
  const found = ['dist/index.cjs', 'dist/stdio.cjs'].map((file) => loadOptional(PACKAGE, file, site));
  const [mcp, stdio] = found as [McpPackage | undefined, StdioPackage | undefined];
  if (!mcp || !stdio) throw new DiagnosticError([notInstalled()], 2);
  const answers = createAnswers(await chooseFiles(site, { place, packageName, version }), site);
  const isOwn = packageName === undefined && version === undefined && !(place !== undefined && isSiteUrl(place));
  const tree = isOwn ? createWorkingTree(site, signal) : undefined;
  const name = packageName ?? site.config.title ?? 'cascader-docs';
  // A site on another host is only read when an assistant queries it.
  const about = place !== undefined && isSiteUrl(place) ? undefined : await answers.about();
  const server = new mcp.McpServer(
    { name, version: packageVersion },
    about === undefined ? {} : { instructions: about },
  );
  const register = ({ name, description, input = {} }: Tool<never>, run: (input: Input) => Promise<unknown>): void => {
    const config = { description, inputSchema: z.object(input), annotations: { readOnlyHint: true } };
    server.registerTool(name, config, async (input) => {
      try {
        return resultOf(await run(input));
      } catch (error) {
        return { ...resultOf(withoutFolders(errorText(error), site)), isError: true };
      }
    });
  };
  for (const tool of TOOLS) register(tool, (input) => tool.answer(answers, input));
  const divide = createDivision();
  for (const tool of tree ? TREE_TOOLS : [])
    register({ ...tool, input: { ...tool.input, from: FROM } }, ({ from, ...input }) =>
      divide(JSON.stringify([tool.name, input]), Number(from ?? 1), async () =>
        withoutFolders(String(await tool.answer(tree as WorkingTree, input)), site),
      ),
    );
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
  await tree?.close();
}

const FROM = z.number().int().min(1).describe('First line to return, to read on in a long answer').optional();

/** Maximum number of tokens in a part. A token is estimated as at least three ASCII characters, or half of another character. */
const MOST_TOKENS = 1900;
const tokensIn = (line: string): number => (line.length + 1) / 3 + (line.match(/[^\x20-\x7e]/g)?.length ?? 0) * 2;
const LONGEST_LINE = 600;

/** Returns a part of an answer. Further parts are from the same answer, until another answer is divided. */
function createDivision() {
  let last: { key: string; lines: string[] } | undefined;
  return async (key: string, from: number, answer: () => Promise<string>): Promise<string> => {
    if (from === 1 || last?.key !== key) {
      const lines = (await answer()).split('\n');
      last = {
        key,
        lines: lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)),
      };
    }
    const rest = last.lines.slice(from - 1);
    let tokens = 0;
    const over = rest.findIndex((line) => {
      tokens += tokensIn(line);
      return tokens > MOST_TOKENS;
    });
    if (over === -1) return rest.join('\n');
    return [
      ...rest.slice(0, over),
      `… ${rest.length - over} more lines: call again with \`from: ${from + over}\``,
    ].join('\n');
  };
}

function resultOf(answer: unknown): Result {
  return {
    content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer, undefined, 1) }],
  };
}

/** Returns the text of an error. An internal error is only printed for the user who runs the server: its text may contain anything. */
function errorText(error: unknown): string {
  if (error instanceof UnknownName) return error.message;
  if (!(error instanceof DiagnosticError)) {
    process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 'This query failed because of an internal error, which the server has printed.';
  }
  return error.diagnostics.map(({ text, notes = [] }) => [text, ...notes].join('. ')).join('\n');
}

/** Removes the folders on this machine from a text. Paths in the project remain as relative paths. */
function withoutFolders(text: string, { root, projectRoot }: Site): string {
  const folders = [root, projectRoot, packageDir, homedir()].filter((folder) => folder.length > 1);
  return folders.reduce((shown, folder) => shown.replaceAll(folder + path.sep, '').replaceAll(folder, '.'), text);
}

function notInstalled(): Diagnostic {
  return createDiagnostic('missing-mcp-package', { name: PACKAGE });
}
