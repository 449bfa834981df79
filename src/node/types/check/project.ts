import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type * as ts from '../compiler/index.ts';
import {
  ambientFiles,
  DEFAULTS,
  FIXED,
  mayQuote,
  NO_INPUTS,
  projectDefaults,
  shownText,
} from '../extract/compiler-options.ts';
import { findConfig, namedConfig } from '../extract/library-program.ts';
import { refusedImports, type TypesScope } from '../extract/refused-imports.ts';
import type { CheckedFile } from './checked-file.ts';

const CHECKED: ts.Options = {
  ...FIXED,
  // Nothing is emitted, so errors that only concern declaration files do not matter.
  declaration: false,
  declarationMap: false,
  isolatedDeclarations: false,
  // This setting is the same as in the site's bundler: elements need no React import.
  jsx: 'react-jsx',
  // Each code block has a separate scope, so that blocks may declare the same names.
  moduleDetection: 'force',
};

/**
 * Opens a project with the given `tsconfig.json`, or with the nearest one up to the project's root. Reports imports of
 * files that must not be published.
 */
export function openProject(
  options: NamedPaths & {
    tsconfig?: string;
    typescript?: string | undefined;
    files: readonly string[];
    scope?: TypesScope;
  },
  { session, blocks }: { session: ts.Session; blocks: readonly CheckedFile[] },
): { program?: ts.Program; diagnostics: Diagnostic[] } {
  const { projectRoot, root, library, files } = options;
  const tsconfig = options.tsconfig ? namedConfig(options.tsconfig, projectRoot) : findConfig(root, projectRoot);
  const config = tsconfig === undefined ? undefined : session.readConfig(tsconfig);
  const relative = (file: string): string => relativePath(root, file);
  if (tsconfig !== undefined && !config)
    return { diagnostics: [createDiagnostic('invalid-demo-tsconfig', { case: 'missing', file: relative(tsconfig) })] };

  const hasScript = files.some((file) => /\.[cm]?jsx?$/.test(file));
  const folders = [...(library ? [library.entry] : []), ...files].map((file) => path.dirname(file));
  const ambient = tsconfig !== undefined && config ? ambientFiles(tsconfig, config, folders) : [];
  const program = session.open({
    tsconfig,
    dir: projectRoot,
    defaults: { ...(config ? projectDefaults(config, options.typescript) : DEFAULTS), resolveJsonModule: true },
    fixed: { ...(hasScript ? { allowJs: true } : {}), paths: namedPaths(options, config?.paths), ...CHECKED },
    // The project's declarations of modules that are not scripts come first, so that they override our built-in declarations.
    files: [...ambient, path.join(packageDir, 'src/client.d.ts'), ...files, ...blocks.map(({ fileName }) => fileName)],
  });
  const diagnostics = program
    .configFaults()
    .filter(({ code }) => !NO_INPUTS.includes(code))
    .map((error) => {
      const text = error.file === undefined ? undefined : session.readFile(error.file);
      const data = { case: 'compiler', reason: shownText(error, options.scope) } as const;
      if (error.file === undefined || text === undefined)
        return createDiagnostic('invalid-demo-tsconfig', { ...data, file: relative(tsconfig ?? '') });
      const location = locate(relative(error.file), text, error.start, error.length);
      const shown = mayQuote(error, options.scope) ? location : { ...location, lineText: undefined };
      return createDiagnostic('invalid-demo-tsconfig', data, { location: shown });
    });
  diagnostics.push(...refusedImports(program, { scope: options.scope, root, placed: blocks }));
  return { program, diagnostics };
}

interface NamedPaths {
  /** Absolute path of the project's root. */
  projectRoot: string;
  /** Absolute path of the folder that targets starting with a dot are relative to. */
  root: string;
  library?: { name: string; entry: string };
  /** Absolute paths of the sources for the subpaths of documented libraries. */
  subpaths?: Record<string, string[]>;
  /** Aliases. Each applies to a name and to the paths below the name; with `$` at its end, only to the name. */
  alias?: Record<string, string>;
}

/** Returns paths in the same order as the site's bundler: aliases, the library's name, the project's configuration, then `@/` for `src`. */
function namedPaths(
  { projectRoot, root, library, subpaths = {}, alias = {} }: NamedPaths,
  projectPaths: Record<string, string[]> = {},
): Record<string, string[]> {
  const paths: Record<string, string[]> = { '@/*': [path.join(projectRoot, 'src/*')], ...subpaths, ...projectPaths };
  if (library) paths[library.name] = [library.entry];
  for (const [key, target] of Object.entries(alias)) {
    if (!target.startsWith('.') && !path.isAbsolute(target)) continue;
    const name = key.replace(/\$$/, '');
    paths[name] = [path.resolve(root, target)];
    if (name === key) paths[`${name}/*`] = [path.resolve(root, target, '*')];
  }
  return paths;
}
