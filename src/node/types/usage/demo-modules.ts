import path from 'node:path';
import { ownValue } from '../../../shared/own-value.ts';
import { scriptCandidates } from '../../base/files/script-candidates.ts';
import type * as ts from '../compiler/index.ts';

export interface UsageFile {
  /** Path relative to the folder of the entry, with or without a leading `./`. */
  name: string;
  text: string;
  /** Targets of the file's import specifiers: `./name` for a file of the demo, or a module's name. Default: the specifiers as written. */
  imports?: Record<string, string>;
}

export interface UsageDemo {
  id: string;
  /** Files of the demo, the entry first. */
  files: UsageFile[];
}

/** Target of an import specifier: a file of the demo, or the name of a package's module. */
export type ModuleTarget = { file: ts.SourceFile } | { module: string };

/** Returns the syntax tree of a script. Undefined if the script has syntax errors. */
export type ParseFile = (file: UsageFile) => ts.SourceFile | undefined;

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Parses the files of demos. A file that several demos share is parsed once. */
export function parseDemos(demos: readonly UsageDemo[], session: ts.Session): ParseFile {
  const paths = new Map<string, string>();
  const keyOf = ({ name, text }: UsageFile): string => `${name}\n${text}`;
  for (const file of demos.flatMap(({ files }) => files)) {
    const [extension] = SCRIPT.exec(file.name) ?? [];
    if (extension === undefined || paths.has(keyOf(file))) continue;
    const filePath = path.resolve(`.cascader-docs.demo-${paths.size}${extension}`);
    session.write(filePath, file.text);
    paths.set(keyOf(file), filePath);
  }
  const { program, files } = session.parse([...paths.values()]);
  const trees = new Map([...paths.keys()].map((key, index) => [key, files[index]]));
  return (file) => {
    const tree = trees.get(keyOf(file));
    return tree && program.syntaxFaults(tree.fileName).length === 0 ? tree : undefined;
  };
}

export type DemoModules = ReturnType<typeof createDemoModules>;

export function createDemoModules(demo: UsageDemo, parseFile: ParseFile) {
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
    /** Returns undefined for a file that is not a script or could not be parsed. */
    resolve(from: ts.SourceFile, specifier: string): ModuleTarget | undefined {
      const { name = '', imports = {} } = written.get(from) ?? {};
      const known = ownValue(imports, specifier);
      const target = known ?? specifier;
      if (!target.startsWith('.')) return { module: target };
      // Bundlers do not record imports of types, so these imports are resolved here.
      const folder = known === undefined ? path.posix.dirname(name) : '';
      const wanted = path.posix.join(folder, target);
      const found = scriptCandidates(wanted)
        .map((name) => sources.get(name))
        .find((source) => source !== undefined);
      return found && { file: found };
    },
  };
}
