/** Unlike imported modules, replaced scripts can be garbage collected. */
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { findModule, type ModuleTable } from '../../shared/module-table.ts';
import type { ServerScript } from '../bundle/types.ts';
import type { SourcePage } from '../content/types.ts';
import { withinTime } from '../project/within-time.ts';
import type { RenderFailure } from '../render/render-failure.ts';
import { inProduction, type PageRenderer, SERVER_SCRIPT, type ServerModule } from '../render/server-module.ts';

const requireBuiltin = createRequire(import.meta.url);

export interface SideScript {
  code: string;
  /** Its source map as JSON; empty for a script whose errors need no source locations. */
  map: string;
}

export interface PageScript extends SideScript {
  page: SourcePage;
  variable: string;
}

export interface RunModules {
  /** Components by source path of their page. */
  components: Map<string, unknown>;
  failures: RenderFailure[];
  renderer: PageRenderer;
}

/** A CommonJS script that requires React. `pageTimeout`: milliseconds. */
export async function runRenderer(
  script: ServerScript,
  { reactFolders, pageTimeout }: { reactFolders: Map<string, string>; pageTimeout: number },
): Promise<PageRenderer> {
  let module = { exports: {} };
  const run = vm.runInThisContext(`(function (module, require) {\n${script.code}\n})`, {
    filename: SERVER_SCRIPT,
    lineOffset: -1,
  });
  const require = requireReact(reactFolders);
  await inProduction(() =>
    withinTime(pageTimeout, () => {
      module = { exports: {} };
      run(module, require);
    }),
  );
  return { server: module.exports as ServerModule, script };
}

/**
 * Page modules share only the renderer's modules, and can be garbage collected. `pageTimeout`: milliseconds for the
 * modules of one page.
 */
export function runPageModules(
  pages: (PageScript & { packages: SideScript[] })[],
  {
    renderer,
    reactFolders,
    pageTimeout,
  }: { renderer: PageRenderer; reactFolders: Map<string, string>; pageTimeout: number },
): RunModules {
  const components = new Map<string, unknown>();
  const failures: RenderFailure[] = [];
  if (pages.length === 0) return { components, failures, renderer };
  const askReact = requireReact(reactFolders);
  const { shared = {} } = renderer.server;
  const request = (name: string): unknown =>
    Object.hasOwn(shared, name)
      ? Object.defineProperty({ ...shared[name] }, '__esModule', { value: true })
      : askReact(name);
  const joined = joinScripts(renderer.script);
  for (const { page, variable, packages, ...script } of pages) {
    const globals: { cascaderModules?: ModuleTable; cascaderDocsServer: boolean } = { cascaderDocsServer: true };
    const require = (name: string): unknown => (findModule(globals.cascaderModules, name) ?? (() => request(name)))();
    try {
      const exports = withinTime(pageTimeout, () => {
        for (const { code, ...place } of packages) joined.run({ code, ...place })(require, globals);
        return joined.run(script, `\nreturn ${variable}.module;`)(require, globals);
      });
      components.set(page.sourcePath, (exports as { default?: unknown }).default);
    } catch (cause) {
      failures.push({ cause, whole: { page, parts: [] } });
    }
  }
  return { components, failures, renderer: { ...renderer, script: joined.script } };
}

type Script = (require: (name: string) => unknown, globals: object) => unknown;

/** Runs scripts under one file name with consecutive line numbers, so that one source map covers all of them. */
function joinScripts(first: ServerScript): { run(script: SideScript, ending?: string): Script; script: ServerScript } {
  const parts: { line: number; map: () => Promise<string> }[] = [{ line: 0, map: first.map }];
  let end = lineCount(first.code);
  return {
    run({ code, map }, ending = '') {
      const line = end;
      const text = `(function (require, globalThis) { ${code}${ending}\n})`;
      end += lineCount(text);
      if (map === '') return vm.runInThisContext(text);
      parts.push({ line, map: async () => map });
      return vm.runInThisContext(text, { filename: SERVER_SCRIPT, lineOffset: line });
    },
    script: {
      code: first.code,
      async map() {
        const sections = await Promise.all(
          parts.map(async ({ line, map }) => ({ offset: { line, column: 0 }, map: JSON.parse(await map()) })),
        );
        return JSON.stringify(encodedMap(new FlattenMap({ version: 3, sections })));
      },
    },
  };
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

function requireReact(folders: Map<string, string>): (name: string) => unknown {
  const loaders = new Map(
    [...folders].map(([name, folder]) => [name, createRequire(path.join(folder, 'package.json'))]),
  );
  return (name) => {
    // Code that packages provide for Node may use built-in modules.
    if (isBuiltin(name)) return requireBuiltin(name);
    const load = loaders.get(name.split('/')[0] ?? '');
    if (!load) throw new Error(`Cannot find module: ${name}`);
    return load(name);
  };
}
