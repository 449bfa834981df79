/** Reduces barrels to the imported names, because an import from a barrel would otherwise load all of its modules. */
import { isOfPackage } from '../../base/files/paths.ts';
import type { ModuleRecord, ModuleRecords } from './read-module.ts';

export interface ResolvedModule {
  filePath: string;
  kind: 'script' | 'style';
  /** False if the file's package.json declares that it has no side effects. */
  hasSideEffects: boolean;
}

export interface ReducedBarrel {
  /** Code of an ES module whose imports are relative to the barrel. */
  text: string;
  imports: Map<string, Set<string>>;
  /** The exported names, in the order of the barrel. */
  names: string[];
}

export interface BarrelReader {
  records: ModuleRecords;
  /** Resolves an import in a file. Returns undefined for a module that is not a file. */
  resolve: (specifier: string, importer: string) => Promise<ResolvedModule | undefined>;
  /** Imports that each barrel must run. Cached, because a barrel is reduced again for each set of imported names. */
  running: Map<string, Promise<ReadonlySet<string>>>;
}

/**
 * Reduces a barrel to the given names, without modules that have no side effects. Returns undefined if the barrel
 * cannot be reduced, for example because it declares one of the names itself.
 */
export async function reduceBarrel(
  barrel: ResolvedModule,
  names: ReadonlySet<string>,
  reader: BarrelReader,
): Promise<ReducedBarrel | undefined> {
  const { filePath } = barrel;
  const record = reader.records.of(filePath);
  const isPure = isOfPackage(filePath) ? !barrel.hasSideEffects : record?.hasEffects === false;
  if (!record || !isPure) return undefined;
  const imports = new Map<string, Set<string>>();
  const lines = new Map<string, string[]>();
  const exported = new Map<string, string[]>();
  const add = (specifier: string, line: string, name?: string): void => {
    lines.set(specifier, [...(lines.get(specifier) ?? []), line]);
    const known = imports.get(specifier) ?? new Set();
    imports.set(specifier, name === undefined ? known : known.add(name));
  };
  for (const name of [...names].sort()) {
    const found = await findExport(filePath, name, reader);
    if (!found) return undefined;
    const [from, text] = [JSON.stringify(found.specifier), nameText(name)];
    const what = found.name === '*' ? `* as ${text}` : `${nameText(found.name)} as ${text}`;
    exported.set(found.specifier, [...(exported.get(found.specifier) ?? []), name]);
    add(found.specifier, `export ${found.name === '*' ? what : `{ ${what} }`} from ${from};`, found.name);
  }
  const finding = reader.running.get(filePath) ?? findRunning(barrel, record, reader);
  reader.running.set(filePath, finding);
  const running = await finding;
  for (const specifier of record.imports.keys()) {
    if (running.has(specifier) && !lines.has(specifier)) add(specifier, `import ${JSON.stringify(specifier)};`);
  }
  // The parts are in the order of the barrel, which is the order of its style sheets.
  const inOrder = (parts: Map<string, string[]>): string[] =>
    [...record.imports.keys()].flatMap((specifier) => parts.get(specifier) ?? []);
  return { text: inOrder(lines).join('\n'), imports, names: inOrder(exported) };
}

async function findRunning(
  { filePath, hasSideEffects }: ResolvedModule,
  { imports }: ModuleRecord,
  reader: BarrelReader,
): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  if (isOfPackage(filePath) && !hasSideEffects) return running;
  for (const [specifier, names] of imports) {
    if (await mustRun(await reader.resolve(specifier, filePath), names.size === 0, reader)) running.add(specifier);
  }
  return running;
}

/** Returns undefined for a name that the module declares itself, or that cannot be found. */
async function findExport(
  filePath: string,
  name: string,
  reader: BarrelReader,
): Promise<{ specifier: string; name: string } | undefined> {
  const record = reader.records.of(filePath);
  if (!record || record.exports.has(name)) return record?.exports.get(name);
  const found: string[] = [];
  for (const specifier of name === 'default' ? [] : record.stars) {
    const target = await reader.resolve(specifier, filePath);
    const provides = target && (await providesName(target.filePath, name, reader));
    // A name that two modules export is ambiguous.
    if (provides === undefined) return undefined;
    if (provides) found.push(specifier);
  }
  const [specifier, ...others] = found;
  return specifier === undefined || others.length > 0 ? undefined : { specifier, name };
}

/** Returns undefined if the exports are not known, as for some CommonJS modules. */
async function providesName(
  filePath: string,
  name: string,
  reader: BarrelReader,
  seen: ReadonlySet<string> = new Set(),
): Promise<boolean | undefined> {
  const record = reader.records.of(filePath);
  if (record?.exports.has(name)) return true;
  if (!record?.isComplete) return undefined;
  for (const specifier of record.stars) {
    const target = await reader.resolve(specifier, filePath);
    if (!target) return undefined;
    if (seen.has(target.filePath)) continue;
    const provides = await providesName(target.filePath, name, reader, new Set([...seen, filePath]));
    if (provides !== false) return provides;
  }
  return false;
}

/** A module that provides none of the names must run if it has side effects. `isBare`: the import has no names. */
async function mustRun(target: ResolvedModule | undefined, isBare: boolean, reader: BarrelReader): Promise<boolean> {
  if (!target || target.kind === 'style') return isBare;
  if (isOfPackage(target.filePath)) return isBare && target.hasSideEffects;
  return await hasEffects(target.filePath, reader, new Set());
}

async function hasEffects(filePath: string, reader: BarrelReader, seen: Set<string>): Promise<boolean> {
  if (seen.has(filePath)) return false;
  seen.add(filePath);
  const record = reader.records.of(filePath);
  if (!record || record.hasEffects) return true;
  for (const [specifier, names] of record.imports) {
    const target = await reader.resolve(specifier, filePath);
    if (!target || target.kind === 'style') continue;
    const isOther = isOfPackage(target.filePath);
    if (isOther ? names.size === 0 && target.hasSideEffects : await hasEffects(target.filePath, reader, seen))
      return true;
  }
  return false;
}

function nameText(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
