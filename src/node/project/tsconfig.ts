/** Reads the settings of `tsconfig.json` that affect the meaning of a project's code. */

import fs from 'node:fs';
import path from 'node:path';
import { createFilesMatcher, createPathsMatcher, parseTsconfig, type TsConfigResult } from 'get-tsconfig';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, relativePath } from '../base/files/paths.ts';
import { packageDir } from '../base/package-dir.ts';
import type { Site } from './config/types.ts';

/** Other settings, such as `target` or `jsx`, define how the project itself is compiled, and must not change a site. */
export interface TypeScriptSettings {
  file: string;
  /** Returns the absolute paths, without extension, that `paths` and `baseUrl` map a specifier to, in order. Empty for a relative one. */
  pathsOf(specifier: string): string[];
  /** True if the configuration has `paths` or a `baseUrl`. */
  hasPaths: boolean;
  /** Package that JSX imports its functions from, if it is not React. */
  jsxImportSource?: string;
  /** True for TypeScript's decorators, false for the standard ones. */
  experimentalDecorators: boolean;
  /** True if decorators need type metadata. It is not emitted here, because that requires the type checker. */
  emitDecoratorMetadata: boolean;
  /** True if fields of classes with TypeScript decorators are defined, not assigned. */
  useDefineForClassFields: boolean;
}

/** Each configuration is read once. */
export type TypeScriptProjects = ReturnType<typeof createTypeScriptProjects>;

export class TsconfigError extends Error {
  constructor(
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}

/** Returns true if `tsconfig.json` compiles the file. False if the configuration cannot be read. */
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
  files: string[];
}

const NAMES = ['tsconfig.json', 'jsconfig.json'];
/** Targets for which TypeScript defines class fields by default. */
const DEFINES_FIELDS = /^(es2022|es2023|es2024|es2025|esnext)$/i;

/** Configurations above the project and its workspace are ignored. */
export function createTypeScriptProjects(site: Site) {
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
  /** Returns the absolute paths of the configurations for these folders, with those that they extend or refer to. */
  const filesOf = (folders: Iterable<string>): string[] => {
    const found = [...new Set(folders)].flatMap((folder) => nearestOf(folder) ?? []);
    return [
      ...new Set(
        [...new Set(found)].flatMap((file) => {
          try {
            const project = read(file);
            return [project, ...referencesOf(project)].flatMap(({ files }) => files);
          } catch (error) {
            // The error is reported by `settingsOf`.
            if (error instanceof TsconfigError) return [file];
            throw error;
          }
        }),
      ),
    ];
  };
  return {
    /**
     * Returns the settings of the nearest `tsconfig.json` or `jsconfig.json`, or the one in `references` that includes
     * `filePath`. Undefined for an installed package, and if there is no such file. Throws a TsconfigError.
     */
    settingsOf(folder: string, filePath: string = path.join(folder, 'index.tsx')): TypeScriptSettings | undefined {
      if (folder === '' || isOfPackage(path.join(folder, path.sep))) return undefined;
      const file = nearestOf(folder);
      if (file === undefined) return undefined;
      const project = read(file);
      const references = referencesOf(project);
      if (references.length === 0 || createFilesMatcher(project)(filePath)) return project.settings;
      const including = references.find((reference) => createFilesMatcher(reference)(filePath));
      // A configuration with its own files also applies to files that it leaves out, such as demos.
      const isList = project.config.files?.length === 0 && project.config.include === undefined;
      return (including ?? (isList ? references[0] : project))?.settings;
    },
    filesOf,
    /** Like `filesOf`, with the paths at which a new configuration would take precedence. */
    watchedOf(folders: Iterable<string>): string[] {
      const unique = [...new Set(folders)];
      const directories = unique.flatMap((folder) => {
        const end = path.dirname(nearestOf(folder) ?? '');
        const above: string[] = [];
        for (let dir = folder; roots.some((root) => isInside(root, dir)); dir = path.dirname(dir)) {
          above.push(...placesIn(dir));
          if (dir === end || dir === path.dirname(dir)) break;
        }
        return above;
      });
      return [...new Set([...filesOf(unique), ...directories])];
    },
    forget(): void {
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

/** Returns the files that the parser read: the keys of its cache contain the calls. */
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

/** Reports settings of a site and its library that are not supported: decorator metadata (CD403). */
export function checkTsconfig(site: Site, folders: string[]): Diagnostic[] {
  const projects = createTypeScriptProjects(site);
  const asking = folders.flatMap((folder) => {
    try {
      const settings = projects.settingsOf(folder);
      return settings?.experimentalDecorators && settings.emitDecoratorMetadata ? [settings.file] : [];
    } catch (error) {
      // The error is reported when a file with this configuration is bundled.
      if (error instanceof TsconfigError) return [];
      throw error;
    }
  });
  return [...new Set(asking)].map((file) => {
    const location = { file: relativePath(site.root, file), line: 1, column: 1 };
    return createDiagnostic('decorator-metadata-ignored', {}, { location });
  });
}
