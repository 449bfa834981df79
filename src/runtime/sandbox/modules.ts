import type { SheetClasses } from '../../shared/css-modules.ts';
import type { DemoExports } from '../../shared/demo-export.ts';
import { jsxSource } from '../../shared/jsx-source.ts';
import { ownValue } from '../../shared/own-value.ts';
import { hasTopLevelAwait } from '../../shared/top-level-await.ts';
import type { FrameSource } from '../live/protocol.ts';
import type { CompiledScript } from './compiled.ts';
import { PlacedError, SOURCE_PREFIX } from './failures.ts';
import { runScript } from './run-script.ts';

/** Start of a module's wrapper. It is on the module's first line, so that line numbers do not change. */
const WRAPPER = '(function (module, exports, require) {';
/** Wrapper of a module with top-level `await`. It has the same length as the other wrapper. */
const WAITING_WRAPPER = '(async (module, exports, require) => {';
const SCRIPT = /\.([jt]sx?|mjs)$/;
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '.json', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

export interface Compilation {
  scripts: Map<string, CompiledScript>;
  files: Record<string, string>;
}

/** Reuses scripts that are unchanged since `last`. Throws a PlacedError. `imports` are the targets as published. */
export function compileFiles(
  files: Record<string, string>,
  imports: FrameSource['imports'],
  last: Compilation | undefined,
): Compilation {
  const scripts = new Map<string, CompiledScript>();
  for (const [name, text] of Object.entries(files)) {
    if (!SCRIPT.test(name)) continue;
    const known = ownValue(last?.files, name) === text ? last?.scripts.get(name) : undefined;
    scripts.set(name, known ?? compileFile(name, text, jsxSource(text, ownValue(imports, name))));
  }
  return { scripts, files };
}

function compileFile(name: string, text: string, jsxImportSource?: string): CompiledScript {
  const compiler = globalThis.cascaderCompiler;
  if (!compiler) throw new Error('The compiler was not loaded');
  try {
    return compiler.compile(name, text, jsxImportSource);
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number; column: number } };
    const reason = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '');
    throw new PlacedError(reason, { file: name, line: loc?.line, column: loc?.column });
  }
}

/** The wrapper shifts the first line. */
export function placeIn({ scripts }: Compilation, file: string, line: number, column: number) {
  return scripts.get(file)?.positionOf(line, line === 1 ? Math.max(0, column - WRAPPER.length) : column);
}

/** Every module runs again. Rethrows errors of the modules. */
export function evaluate(
  { scripts, files }: Compilation,
  source: FrameSource,
  classes: Record<string, SheetClasses>,
): DemoExports {
  const modules = new Map<string, { exports: unknown }>();

  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(name, module);
    const script = scripts.get(name);
    if (script) {
      // A module that imports another file does not wait for it.
      const isWaiting = name === source.entry && hasTopLevelAwait(script.code);
      const wrapper = isWaiting ? WAITING_WRAPPER : WRAPPER;
      const run = runScript(`${wrapper}${script.code}\n})\n//# sourceURL=${SOURCE_PREFIX}${name}`);
      const start = () => run(module, module.exports, (specifier: string) => require(name, specifier));
      if (isWaiting) return { default: whenDone(start, module) };
      start();
    } else if (name.endsWith('.json')) {
      module.exports = parseJson(name, files[name] ?? '');
    }
    return module.exports;
  };

  const require = (from: string, specifier: string): unknown => {
    const target = ownValue(ownValue(source.imports, from), specifier) ?? guess(from, specifier);
    if (Object.hasOwn(source.media, target)) return { __esModule: true, default: source.media[target] };
    // The style sheets are already in the document.
    if (Object.hasOwn(classes, target)) return { ...classes[target], __esModule: true, default: classes[target] };
    if (Object.hasOwn(source.styles, target)) return {};
    const file = target.startsWith('./') ? target.slice(2) : undefined;
    if (file !== undefined && Object.hasOwn(files, file)) return load(file);
    const table = globalThis.cascaderModules ?? {};
    if (Object.hasOwn(table, target)) return table[target]?.();
    throw new PlacedError(`Cannot find module: ${specifier}`, {
      file: from,
      ...findText(files[from] ?? '', specifier),
    });
  };

  /** Resolves an import that did not exist when the site was built. */
  const guess = (from: string, specifier: string): string => {
    if (!specifier.startsWith('.')) return specifier;
    const path = pathFrom(from, specifier);
    const found = ENDINGS.map((ending) => path + ending).find((name) => Object.hasOwn(files, name));
    return `./${found ?? path}`;
  };

  const setup = source.setup && (load(source.setup.entry) as DemoExports['setup']);
  return { ...(load(source.entry) as DemoExports), setup };
}

/** Creates a component that renders the default export of a module after the module has finished. */
function whenDone(start: () => Promise<void>, module: { exports: unknown }): unknown {
  const { lazy } = globalThis.cascaderModules?.react?.() as typeof import('react');
  return lazy(async () => {
    await start();
    return module.exports as { default: React.ComponentType };
  });
}

export function pathFrom(file: string, request: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of request.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlacedError((error as Error).message, { file: name });
  }
}

function findText(text: string, quoted: string): { line?: number; column?: number } {
  const index = Math.max(text.indexOf(`'${quoted}'`), text.indexOf(`"${quoted}"`));
  if (index < 0) return {};
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
