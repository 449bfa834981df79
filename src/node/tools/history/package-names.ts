import { isBuiltin } from 'node:module';

/** A name that is safe as a path and as an argument: one or two segments without dots or dashes in front. */
const NAME = /^(?:@[a-z\d~_-][\w.~-]*\/)?[a-z\d~_][\w.~-]*$/i;

/** Longest name that npm permits. */
const LONGEST = 214;

export function isPackageName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && name !== 'node_modules';
}

/** Undefined for a path, a URL, or a Node module. */
export function packageOfSpecifier(specifier: string): string | undefined {
  if (isBuiltin(specifier) || /^[./#]|:/.test(specifier)) return undefined;
  const segments = specifier.split('/');
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return isPackageName(name) && name !== 'node' && name !== '@types/node' ? name : undefined;
}

/** `@types/a__b` for `@a/b`. */
export function typesPackageOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}
