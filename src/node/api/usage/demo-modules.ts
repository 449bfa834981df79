import path from 'node:path';
import ts from 'typescript';

/** A source file of a demo. */
export interface UsageFile {
  /** Relative to the folder of the entry, with or without `./` before it. */
  name: string;
  text: string;
  /** What its specifiers mean: `./name` of a file of the demo, or a module's name. Default: as they are written. */
  imports?: Record<string, string>;
}

/** A demo with all that its author wrote for it. */
export interface UsageDemo {
  id: string;
  /** The entry first. */
  files: UsageFile[];
}

/** What a specifier leads to: a file of the demo, or a module of a package by its name. */
export type ModuleTarget = { file: ts.SourceFile } | { module: string };

/** The parsed files of a demo, and what they import. */
export interface DemoModules {
  files: ts.SourceFile[];
  /** Undefined for what is no script, or could not be parsed. */
  resolve: (from: ts.SourceFile, specifier: string) => ModuleTarget | undefined;
}

/** Parses a script; undefined when its syntax is wrong. */
export type ParseFile = (file: UsageFile) => ts.SourceFile | undefined;

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** What a specifier may leave out. */
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** Makes a parser that parses a file once that several demos share. */
export function createParser(): ParseFile {
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return ({ name, text }) => {
    if (!SCRIPT.test(name)) return undefined;
    const key = `${name}\n${text}`;
    if (!parsed.has(key)) parsed.set(key, parse(name, text));
    return parsed.get(key);
  };
}

/** Parses the files of a demo. */
export function createDemoModules(demo: UsageDemo, parseFile: ParseFile): DemoModules {
  const sources = new Map<string, ts.SourceFile>();
  const written = new Map<ts.SourceFile, UsageFile>();
  for (const file of demo.files) {
    const source = parseFile(file);
    if (!source) continue;
    sources.set(path.posix.normalize(file.name), source);
    written.set(source, file);
  }
  return {
    files: [...sources.values()],
    resolve(from, specifier) {
      const { name = '', imports = {} } = written.get(from) ?? {};
      const known = Object.hasOwn(imports, specifier) ? imports[specifier] : undefined;
      const target = known ?? specifier;
      if (!target.startsWith('.')) return { module: target };
      // Imports of types are not among those that a bundler has followed.
      const folder = known === undefined ? path.posix.dirname(name) : '';
      const wanted = path.posix.join(folder, target);
      const found = ENDINGS.map((ending) => sources.get(wanted + ending)).find((source) => source !== undefined);
      return found && { file: found };
    },
  };
}

function parse(name: string, text: string): ts.SourceFile | undefined {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  // The compiler's own interface tells of them through a program only, which would be made for nothing else.
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] };
  return parseDiagnostics?.length ? undefined : source;
}
