import { isBuiltin } from 'node:module';

/** Matches a name that is safe as a path and as an argument: one or two segments without a leading dot or dash. */
const NAME = /^(?:@[a-z\d~_-][\w.~-]*\/)?[a-z\d~_][\w.~-]*$/i;

/** Maximum length of a name in npm. */
const LONGEST = 214;

export function isPackageName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && name !== 'node_modules';
}

/** Returns the package of a specifier. Undefined for a path, a URL, or a Node.js module. */
export function packageOfSpecifier(specifier: string): string | undefined {
  if (isBuiltin(specifier) || /^[./#]|:/.test(specifier)) return undefined;
  const segments = specifier.split('/');
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return isPackageName(name) && name !== 'node' && name !== '@types/node' ? name : undefined;
}

/** Returns the package with the types: `@types/a__b` for `@a/b`. */
export function typesPackageOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}
