/** What the `tsconfig.json` of a project says about the meaning of its code. */

import fs from 'node:fs';
import path from 'node:path';
import { createFilesMatcher, createPathsMatcher, parseTsconfig, type TsConfigResult } from 'get-tsconfig';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, relativePath } from '../base/files/paths.ts';
import { packageDir } from '../base/package-dir.ts';
import type { Site } from './config/types.ts';

/**
 * What counts of a configuration. The rest, such as `target` or `jsx`, says how the project itself is compiled, and must not
 * change a site.
 */
export interface TypeScriptSettings {
  /** Absolute path of the configuration. */
  file: string;
  /** Absolute paths, without an ending, that `paths` and `baseUrl` give to a specifier, in order; none for a relative one. */
  pathsOf(specifier: string): string[];
  /** It has `paths` or a `baseUrl`. */
  hasPaths: boolean;
  /** Package whose functions JSX becomes, when it is another one than React. */
  jsxImportSource?: string;
  /** Decorators are those of TypeScript, not those of the language. */
  experimentalDecorators: boolean;
  /** Decorators are to be told of types, which needs the compiler of types: it is not done here. */
  emitDecoratorMetadata: boolean;
  /** Fields of classes with such decorators are defined, not assigned. */
  useDefineForClassFields: boolean;
}

/** The configurations of a site's files, each read once. */
export interface TypeScriptProjects {
  /**
   * Settings for the files of a folder, by the nearest `tsconfig.json` or `jsconfig.json`; undefined without one, and for
   * what is installed. Throws a TsconfigError.
   *
   * @param filePath a file of it: a configuration that only refers to others leads to the one that includes the file
   */
  settingsOf(folder: string, filePath?: string): TypeScriptSettings | undefined;
  /** Absolute paths of the configurations that count in these folders, with those that they extend or refer to. */
  filesOf(folders: Iterable<string>): string[];
  /** The same, with the paths where another configuration would come before them. */
  watchedOf(folders: Iterable<string>): string[];
  /** Reads everything anew from now on. */
  forget(): void;
}

/** A configuration that cannot be read. */
export class TsconfigError extends Error {
  constructor(
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}

/** Returns whether `tsc` in a folder would emit a file. False if `tsconfig.json` cannot be read. */
export function isCompiled(folder: string, file: string): boolean {
  const config = path.join(folder, 'tsconfig.json');
  if (!fs.existsSync(config)) return false;
  try {
    const parsed = { path: config, config: parseTsconfig(config) };
    const isIncluded = createFilesMatcher(parsed as TsConfigResult)(path.join(folder, file)) !== undefined;
    return isIncluded && parsed.config.compilerOptions?.noEmit !== true;
  } catch {
    // The compiler reports its errors.
    return false;
  }
}

interface Project extends TsConfigResult {
  settings: TypeScriptSettings;
  /** Absolute paths of the files that were read. */
  files: string[];
}

const NAMES = ['tsconfig.json', 'jsconfig.json'];
/** Targets from which on TypeScript defines the fields of classes by itself. */
const DEFINES_FIELDS = /^(es2022|es2023|es2024|es2025|esnext)$/i;

/** Creates the reader of a site's configurations. What lies above the project and its workspace does not count. */
export function createTypeScriptProjects(site: Site): TypeScriptProjects {
  const nearest = new Map<string, string | undefined>();
  const projects = new Map<string, Project>();
  const roots = [site.projectRoot, ...(site.allowed ?? [])];

  const nearestOf = (folder: string): string | undefined => {
    if (nearest.has(folder)) return nearest.get(folder);
    const isOurs = roots.some((root) => isInside(root, folder)) && !isInside(path.join(packageDir, 'src'), folder);
    const own = isOurs && !isOfPackage(path.join(folder, path.sep)) ? placesIn(folder).find(isFile) : undefined;
    const parent = path.dirname(folder);
    const found = own ?? (isOurs && parent !== folder ? nearestOf(parent) : undefined);
    nearest.set(folder, found);
    return found;
  };
  const read = (file: string): Project => {
    const known = projects.get(file) ?? readProject(file);
    projects.set(file, known);
    return known;
  };
  const referencesOf = ({ path: file, config }: Project): Project[] =>
    (config.references ?? []).flatMap((reference) => {
      const target = path.resolve(path.dirname(file), reference.path);
      const place = target.endsWith('.json') ? target : path.join(target, 'tsconfig.json');
      return isFile(place) ? [read(place)] : [];
    });
  const filesOf = (folders: Iterable<string>): string[] => {
    const found = [...new Set(folders)].flatMap((folder) => nearestOf(folder) ?? []);
    return [
      ...new Set(
        [...new Set(found)].flatMap((file) => {
          try {
            const project = read(file);
            return [project, ...referencesOf(project)].flatMap(({ files }) => files);
          } catch (error) {
            // Told where the settings are asked for.
            if (error instanceof TsconfigError) return [file];
            throw error;
          }
        }),
      ),
    ];
  };
  return {
    settingsOf(folder, filePath = path.join(folder, 'index.tsx')) {
      if (folder === '' || isOfPackage(path.join(folder, path.sep))) return undefined;
      const file = nearestOf(folder);
      if (file === undefined) return undefined;
      const project = read(file);
      const references = referencesOf(project);
      if (references.length === 0 || createFilesMatcher(project)(filePath)) return project.settings;
      const including = references.find((reference) => createFilesMatcher(reference)(filePath));
      // One that has files of its own speaks for those that it leaves out, such as demos.
      const isList = project.config.files?.length === 0 && project.config.include === undefined;
      return (including ?? (isList ? references[0] : project))?.settings;
    },
    filesOf,
    watchedOf(folders) {
      const unique = [...new Set(folders)];
      const places = unique.flatMap((folder) => {
        const end = path.dirname(nearestOf(folder) ?? '');
        const above: string[] = [];
        for (let dir = folder; roots.some((root) => isInside(root, dir)); dir = path.dirname(dir)) {
          above.push(...placesIn(dir));
          if (dir === end || dir === path.dirname(dir)) break;
        }
        return above;
      });
      return [...new Set([...filesOf(unique), ...places])];
    },
    forget() {
      nearest.clear();
      projects.clear();
    },
  };
}

function placesIn(folder: string): string[] {
  return NAMES.map((name) => path.join(folder, name));
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readProject(file: string): Project {
  const reads = new Map<string, string>();
  try {
    const config = parseTsconfig(file, reads);
    const result = { path: file, config };
    return { ...result, settings: settingsFrom(result), files: filesRead(reads) };
  } catch (error) {
    throw new TsconfigError(file, (error as Error).message.replace(/\.$/, ''));
  }
}

/** The parser keeps the texts that it reads by the call that read them. */
function filesRead(reads: Map<string, string>): string[] {
  return [...reads.keys()].flatMap((call) => /^readFileSync:(.*):utf8$/s.exec(call)?.[1] ?? []).map(path.normalize);
}

function settingsFrom(result: TsConfigResult): TypeScriptSettings {
  const options = result.config.compilerOptions ?? {};
  const match = createPathsMatcher(result);
  const source = options.jsxImportSource;
  return {
    file: result.path,
    pathsOf: (specifier) => (path.isAbsolute(specifier) ? [] : (match?.(specifier) ?? []).map(path.normalize)),
    hasPaths: match !== null,
    jsxImportSource: source === 'react' ? undefined : source,
    experimentalDecorators: options.experimentalDecorators ?? false,
    emitDecoratorMetadata: options.emitDecoratorMetadata ?? false,
    useDefineForClassFields: options.useDefineForClassFields ?? DEFINES_FIELDS.test(options.target ?? ''),
  };
}

/** What the configurations of a site and of its library ask for that is not done (CD403). */
export function checkTsconfig(site: Site, folders: string[]): Diagnostic[] {
  const projects = createTypeScriptProjects(site);
  const asking = folders.flatMap((folder) => {
    try {
      const settings = projects.settingsOf(folder);
      return settings?.experimentalDecorators && settings.emitDecoratorMetadata ? [settings.file] : [];
    } catch (error) {
      // Told when something is bundled by it.
      if (error instanceof TsconfigError) return [];
      throw error;
    }
  });
  return [...new Set(asking)].map((file) => {
    const location = { file: relativePath(site.root, file), line: 1, column: 1 };
    return createDiagnostic('decorator-metadata-ignored', {}, { location });
  });
}
