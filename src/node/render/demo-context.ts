import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { type KnownStyles, STYLE_COLLECTORS } from '../../shared/style-collectors.ts';
import type { Leftovers, RenderedHtml } from './demo-protocol.ts';
import { BUILT_INS, createWatch, type Watch } from './watched-objects.ts';

/** Host globals that a demo may expect in addition to the language. */
const HOST_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Event',
  'EventTarget',
  'Headers',
  'MessageChannel',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WritableStream',
  'atob',
  'btoa',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'structuredClone',
] as const;

export type DemoContext = ReturnType<typeof createDemoContext>;

type Timer = NodeJS.Timeout | NodeJS.Immediate;
type ModuleTable = Record<string, () => unknown>;

interface Globals extends Record<string, unknown> {
  process: NodeJS.Process;
  console: object;
  cascaderModules?: ModuleTable;
  cascaderStyles: KnownStyles;
}

const requireBuiltin = createRequire(import.meta.url);

/** `reactFolders` contain `react` and `react-dom`; all contexts share these modules. */
export function createDemoContext(reactFolders: Map<string, string>) {
  const timers = new Set<Timer>();
  const hosts = createWatch();
  const globals = createGlobals(timers, hosts);
  const context = vm.createContext(globals);
  const builtIns: [object, string][] = vm.runInContext(BUILT_INS, context);
  const language = createWatch(builtIns);
  const names = new Set(builtIns.map(([, name]) => name));
  const variables = createWatch([
    [globals, ''],
    [globals.process, 'process'],
    [globals.process.env, 'process.env'],
    [globals.console, 'console'],
  ]);
  const requireReact = createReactLoader(reactFolders, hosts);
  // If demos need no package but React, there are no modules.
  const table = (): ModuleTable => globals.cascaderModules ?? {};
  globals.require = (name: string): unknown => {
    if (Object.hasOwn(table(), name)) return table()[name]?.();
    // Packages may use Node's built-in modules in their code for Node.
    return isBuiltin(name) ? requireBuiltin(name) : requireReact(name);
  };
  const accept = (): void => {
    for (const watch of [variables, language, hosts]) watch.accept();
  };
  let loaded: vm.Script[] = [];
  const evaluated = new Set<string>();
  return {
    /** Runs scripts that all demos share. If it has run them before, runs the first new one and those after it. */
    load(scripts: vm.Script[]): void {
      const known = scripts.findIndex((script, index) => script !== loaded[index]);
      if (known === -1) return;
      for (const script of scripts.slice(known)) script.runInContext(context);
      loaded = scripts;
      evaluated.clear();
      globals.cascaderStyles.byKey.clear();
      accept();
    },
    /** Evaluates package modules that are not evaluated yet. What they change belongs to the context. Throws their error. */
    evaluate(modules: string[]): void {
      const missing = [...STYLE_COLLECTORS, ...modules].filter(
        (name) => !evaluated.has(name) && Object.hasOwn(table(), name),
      );
      if (missing.length === 0) return;
      for (const name of missing) {
        table()[name]?.();
        evaluated.add(name);
      }
      accept();
    },
    /** Computes styles again, so that a verification compares them. */
    forgetStyles: (): void => globals.cascaderStyles.byKey.clear(),
    async render(id: string, scripts: vm.Script[]): Promise<RenderedHtml> {
      for (const script of scripts) script.runInContext(context);
      const rendered: RenderedHtml = await vm.runInContext(`demos[${JSON.stringify(id)}]()`, context);
      // An unhandled rejection is reported one turn later. It still belongs to this demo.
      await new Promise((resolve) => setImmediate(resolve));
      return { html: rendered.html, styles: [...rendered.styles] };
    },
    /** Ends the timers of the last demo, and removes its globals. */
    clean(): Leftovers {
      for (const timer of timers) {
        clearTimeout(timer as NodeJS.Timeout);
        clearImmediate(timer as NodeJS.Immediate);
      }
      timers.clear();
      const replaced = variables.changes().filter((name) => names.has(name));
      const fixed = variables.restore();
      const ofProcess = hosts.changes();
      return { changed: [...replaced, ...fixed, ...language.changes(), ...ofProcess], isSpoiled: ofProcess.length > 0 };
    },
  };
}

function createReactLoader(folders: Map<string, string>, hosts: Watch): (name: string) => unknown {
  const loaders = new Map(
    [...folders].map(([name, folder]) => [name, createRequire(path.join(folder, 'package.json'))]),
  );
  return (name) => {
    const module = loaders.get(name.split('/')[0] ?? '')?.(name);
    hosts.add(name, module);
    return module;
  };
}

/** Timers are collected in `timers`. */
function createGlobals(timers: Set<Timer>, hosts: Watch): Globals {
  const globals: Record<string, unknown> = {};
  // Getters, because Node loads some globals on first access, such as `fetch`.
  for (const name of HOST_GLOBALS) {
    const get = (): unknown => {
      const value = (globalThis as Record<string, unknown>)[name];
      hosts.add(name, value);
      return value;
    };
    const set = (value: unknown): void => {
      Object.defineProperty(globals, name, { value, writable: true, configurable: true });
    };
    Object.defineProperty(globals, name, { get, set, configurable: true });
  }
  const keep = <Kept extends Timer>(timer: Kept): Kept => {
    timers.add(timer);
    return timer;
  };
  globals.setTimeout = (callback: () => void, delay?: number, ...rest: []) =>
    keep(setTimeout(callback, delay, ...rest));
  globals.setInterval = (callback: () => void, delay?: number, ...rest: []) =>
    keep(setInterval(callback, delay, ...rest));
  globals.setImmediate = (callback: () => void, ...rest: []) => keep(setImmediate(callback, ...rest));
  Object.assign(globals, { clearTimeout, clearInterval, clearImmediate });
  globals.console = Object.fromEntries(Object.keys(console).map((name) => [name, () => undefined]));
  // The value of `import.meta.env.SSR`.
  globals.cascaderDocsServer = true;
  globals.cascaderStyles = { byKey: new Map(), registered: undefined } satisfies KnownStyles;
  globals.process = Object.create(process, { env: { value: { NODE_ENV: 'production' } } });
  return globals as Globals;
}
