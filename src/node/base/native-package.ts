/** Packages with native code. Their native part is an optional package for each platform, which may be missing. */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { failure } from './diagnostics/create-diagnostic.ts';

const require = createRequire(import.meta.url);

/** On demand, because `--help` and `init` work without it. Throws a DiagnosticError (CD105, exit code 3). */
export function loadNative<Module>(name: string): Module {
  try {
    return require(name) as Module;
  } catch (error) {
    throw describeMissing(name, error);
  }
}

/** Returns a package if {@link loadNative} has loaded it, undefined otherwise. */
export function loadedNative<Module>(name: string): Module | undefined {
  try {
    return require.cache[require.resolve(name)]?.exports as Module | undefined;
  } catch {
    // It is not installed.
    return undefined;
  }
}

/** Returns any other error unchanged. */
export function describeMissing(name: string, error: unknown): unknown {
  const missing = missingPackage(error);
  if (missing === undefined) return error;
  return failure(3, 'missing-native-package', { name, missing, version: versionOf(missing, name) });
}

/** Returns the missing package that an error or its causes mention. If there are several, the one for this system. */
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

/** Returns the version of the missing package that its owner requires. Undefined if that cannot be read. */
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
