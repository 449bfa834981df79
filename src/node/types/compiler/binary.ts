/** The compiler's program. */
import { createRequire } from 'node:module';
import path from 'node:path';

/** The compiler is a program of its own, which comes in a package for each system: this one's is not there. */
export class MissingCompilerError extends Error {
  readonly packageName: string;

  constructor(packageName: string) {
    super(`The package ${packageName} is not installed`);
    this.name = 'MissingCompilerError';
    this.packageName = packageName;
  }
}

/** The compiler has not answered in time. */
export class SilentCompilerError extends Error {
  constructor(milliseconds: number) {
    super(`The compiler did not answer within ${milliseconds / 1000} s`);
    this.name = 'SilentCompilerError';
  }
}

/**
 * The compiler of this system, from a package that TypeScript has among its optional ones.
 *
 * @param from file that asks for TypeScript
 */
export function findBinary(from: string = import.meta.url): string {
  const name = `@typescript/typescript-${process.platform}-${process.arch}`;
  try {
    const typescript = createRequire(from).resolve('typescript/package.json');
    const binary = createRequire(typescript).resolve(`${name}/package.json`);
    return path.join(path.dirname(binary), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch {
    // Whatever it is that cannot be found, installing the package brings it.
    throw new MissingCompilerError(name);
  }
}
