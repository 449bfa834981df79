/** Packages with native code. For each platform, the native code is in an optional package, which may be missing. */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { failure } from './diagnostics/create-diagnostic.ts';

const require = createRequire(import.meta.url);

/** Loads a package only when needed, because `--help` and `init` work without it. Throws a DiagnosticError (CD105, exit code 3). */
export function loadNative<Module>(name: string): Module {
  try {
    return require(name) as Module;
  } catch (error) {
    throw describeMissing(name, error);
  }
}

/** Returns a package if {@link loadNative} has loaded it, otherwise undefined. */
export function loadedNative<Module>(name: string): Module | undefined {
  try {
    return require.cache[require.resolve(name)]?.exports as Module | undefined;
  } catch {
    // The package is not installed.
    return undefined;
  }
}

/** Returns the error for a missing native package. Returns any other error unchanged. */
export function describeMissing(name: string, error: unknown): unknown {
  const missing = missingPackage(error);
  if (missing === undefined) return error;
  return failure(3, 'missing-native-package', { name, missing, version: versionOf(missing, name) });
}

/** Returns the missing package that an error or its causes mention. Of several, returns the package for this system. */
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

/** Returns the version of the missing package that its owner requires. Undefined if the owner's package.json cannot be read. */
function versionOf(missing: string, owner: string): string | undefined {
  // Some packages do not let `require` load their package.json.
  const manifests = (require.resolve.paths(owner) ?? []).map((folder) => path.join(folder, owner, 'package.json'));
  const manifest = manifests.find((file) => fs.existsSync(file));
  if (manifest === undefined) return undefined;
  const { optionalDependencies = {} } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as {
    optionalDependencies?: Record<string, string>;
  };
  return optionalDependencies[missing];
}
