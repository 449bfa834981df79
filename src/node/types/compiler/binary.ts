import { createRequire } from 'node:module';
import path from 'node:path';

/** Error for a missing compiler executable. For each platform, the executable is in a separate package. */
export class MissingCompilerError extends Error {
  readonly packageName: string;

  constructor(packageName: string) {
    super(`The package ${packageName} is not installed`);
    this.name = 'MissingCompilerError';
    this.packageName = packageName;
  }
}

export class SilentCompilerError extends Error {
  constructor(milliseconds: number) {
    super(`The compiler did not answer within ${milliseconds / 1000} s of processor time`);
    this.name = 'SilentCompilerError';
  }
}

export class EndedCompilerError extends Error {
  readonly printed: string;

  constructor(printed: string) {
    super('The compiler ended before it answered');
    this.name = 'EndedCompilerError';
    this.printed = printed;
  }
}

/** Finds the executable in one of TypeScript's optional packages. Throws a MissingCompilerError if the executable is not installed. */
export function findBinary(from: string = import.meta.url): string {
  const name = `@typescript/typescript-${process.platform}-${process.arch}`;
  try {
    const typescript = createRequire(from).resolve('typescript/package.json');
    const binary = createRequire(typescript).resolve(`${name}/package.json`);
    return path.join(path.dirname(binary), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch {
    // Whichever of the two packages is missing, installing this package fixes it.
    throw new MissingCompilerError(name);
  }
}
