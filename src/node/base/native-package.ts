/** Packages with native code: they come in one package for each system, among the optional ones, which may be missing. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DiagnosticError } from './diagnostics/diagnostic.ts';

const require = createRequire(import.meta.url);

/**
 * Loads a package with native code when it is needed: `--help` and `init` do without it. Throws a DiagnosticError (CD105) with
 * exit code 3 that names the missing package and the command that installs it.
 */
export function loadNative<Module>(name: string): Module {
  try {
    return require(name) as Module;
  } catch (error) {
    throw describeMissing(name, error);
  }
}

/** The error of a package whose native part is not installed; any other error as it is. */
export function describeMissing(name: string, error: unknown): unknown {
  const missing = missingPackage(error);
  if (missing === undefined) return error;
  const version = versionOf(missing, name);
  return new DiagnosticError(
    [
      {
        severity: 'error',
        code: 'CD105',
        text: `The package ${missing}, which ${name} needs on this system, is not installed`,
        notes: [
          `Install it: \`npm install --save-dev ${missing}${version === undefined ? '' : `@${version}`}\``,
          'Or install all packages again, with optional ones: `npm install --include=optional`',
        ],
      },
    ],
    3,
  );
}

/** Name of the package that an error, or what it was caused by, says is missing: that of this system, where several are. */
function missingPackage(error: unknown): string | undefined {
  const names: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, required, needed] =
      /Cannot find (?:module|package) '(@[\w-]+\/[\w.-]+)'|The package "([^"]+)" could not be found/.exec(
        cause.message,
      ) ?? [];
    names.push(...[required, needed].filter((name) => name !== undefined));
  }
  return names.find((name) => name.includes(`${process.platform}-${process.arch}`)) ?? names[0];
}

/** Version of the missing package that its owner asks for; undefined where that cannot be read. */
function versionOf(missing: string, owner: string): string | undefined {
  // Some packages hide their manifest from `require`.
  const manifests = (require.resolve.paths(owner) ?? []).map((folder) => path.join(folder, owner, 'package.json'));
  const manifest = manifests.find((file) => fs.existsSync(file));
  if (manifest === undefined) return undefined;
  const { optionalDependencies = {} } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as {
    optionalDependencies?: Record<string, string>;
  };
  return optionalDependencies[missing];
}
