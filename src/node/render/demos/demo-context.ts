import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { findModule, type ModuleTable } from '../../../shared/module-table.ts';
import { type KnownStyles, STYLE_COLLECTORS } from '../../../shared/style-collectors.ts';
import type { Leftovers, RenderedHtml } from './demo-protocol.ts';

/** Objects and the properties that they had when they were last accepted. */
type Watch = ReturnType<typeof createWatch>;

type Properties = Map<PropertyKey, PropertyDescriptor>;

function createWatch(objects: Iterable<[object: object, name: string]> = []) {
  const accepted = new Map<object, { name: string; properties: Properties }>();
  const addObject = (name: string, object: object): void => {
    if (!accepted.has(object)) accepted.set(object, { name, properties: propertiesOf(object) });
  };
  for (const [object, name] of objects) addObject(name, object);
  const differences = () =>
    [...accepted].flatMap(([object, { name, properties }]) => {
      const now = propertiesOf(object);
      const keys = new Set([...properties.keys(), ...now.keys()]);
      return [...keys]
        .filter((key) => !isSame(properties.get(key), now.get(key)))
        .map((key) => ({ object, key, before: properties.get(key), name: nameOf(name, key) }));
    });
  return {
    /** Watches an object or function, and the `prototype` of a function. Other values are ignored. */
    add(name: string, value: unknown): void {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      addObject(name, value);
      const { prototype } = value as { prototype?: unknown };
      if (typeof value === 'function' && typeof prototype === 'object' && prototype !== null)
        addObject(`${name}.prototype`, prototype);
    },
    accept(): void {
      for (const [object, entry] of accepted) entry.properties = propertiesOf(object);
    },
    /** Returns the names of changed properties, such as `Array.prototype.last`. */
    changes: (): string[] => differences().map(({ name }) => name),
    /** Sets changed properties to their accepted values. Returns the names of those that cannot be changed anymore. */
    restore(): string[] {
      const fixed = differences().filter(({ object, key, before }) =>
        before ? !Reflect.defineProperty(object, key, before) : !Reflect.deleteProperty(object, key),
      );
      return fixed.map(({ name }) => name);
    },
  };
}

function propertiesOf(object: object): Properties {
  const keys = Reflect.ownKeys(object);
  return new Map(keys.map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key) as PropertyDescriptor]));
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  return (
    one === other ||
    (!!one && !!other && Object.is(one.value, other.value) && one.get === other.get && one.set === other.set)
  );
}

function nameOf(object: string, key: PropertyKey): string {
  return object === '' ? String(key) : `${object}.${String(key)}`;
}

/**
 * Global functions and objects, their prototypes, and the contents of `Intl`. Host globals are getters, which are not
 * called.
 */
const BUILT_INS = `(() => {
  const found = new Map();
  const add = (name, value) => {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (!found.has(value)) found.set(value, name);
  };
  const addAll = (owner, prefix) => {
    for (const key of Object.getOwnPropertyNames(owner)) {
      const { value } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      if (value === globalThis) continue;
      add(prefix + key, value);
      if (typeof value === 'function') add(prefix + key + '.prototype', value.prototype);
    }
  };
  addAll(globalThis, '');
  addAll(Intl, 'Intl.');
  add('TypedArray.prototype', Object.getPrototypeOf(Int8Array.prototype));
  for (const iterator of [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), (function* () {})()])
    add('Iterator.prototype', Object.getPrototypeOf(iterator));
  return [...found];
})()`;

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
  globals.require = (name: string): unknown => {
    const evaluate = findModule(globals.cascaderModules, name);
    if (evaluate) return evaluate();
    // Packages may use Node's built-in modules in their code for Node.
    return isBuiltin(name) ? requireBuiltin(name) : requireReact(name);
  };
  const accept = (): void => {
    for (const watch of [variables, language, hosts]) watch.accept();
  };
  let loaded: vm.Script[] = [];
  const evaluated = new Set<string>();
  return {
    /** Runs scripts that all demos share: only the first new script and those after it. */
    load(scripts: vm.Script[]): void {
      const known = scripts.findIndex((script, index) => script !== loaded[index]);
      if (known === -1) return;
      for (const script of scripts.slice(known)) script.runInContext(context);
      loaded = scripts;
      evaluated.clear();
      globals.cascaderStyles.byKey.clear();
      accept();
    },
    /** Evaluates package modules that are not evaluated yet. Their changes belong to the context. Throws their error. */
    evaluate(modules: string[]): void {
      const missing = [...STYLE_COLLECTORS, ...modules].flatMap((name) => {
        const evaluate = evaluated.has(name) ? undefined : findModule(globals.cascaderModules, name);
        return evaluate ? [{ name, evaluate }] : [];
      });
      if (missing.length === 0) return;
      for (const { name, evaluate } of missing) {
        evaluate();
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
    /** Clears the timers of the last demo, and removes its globals. */
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

function createGlobals(timers: Set<Timer>, hosts: Watch): Globals {
  const globals: Record<string, unknown> = {};
  // Uses getters, because Node loads some globals on first access, such as `fetch`.
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
