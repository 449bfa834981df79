import { isDeepStrictEqual } from 'node:util';
import type { ApiSource } from '../../../shared/api.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { packageOf } from '../../project/libraries.ts';
import { exportsByName } from '../../types/tables/exports-by-name.ts';

/** A file of a demo. Its code is in another file. */
interface DemoFilePath {
  name: string;
  file: string;
}

interface DemoEntry {
  id: string;
  title: string;
  url?: string;
}

export type PropEntry = Record<string, unknown> & { name: string; demos?: string[]; children?: PropEntry[] };

interface ComponentEntry<Demo = string> {
  id: string;
  /** The packed form contains only names that lead to no other export. */
  aliases?: string[];
  /** Absent in the packed form. */
  source?: ApiSource;
  /** The line that imports it. */
  import?: string;
  props: PropEntry[];
  /** The packed form contains only the ids of the demos. */
  demos: Demo[];
  /** Id of an export with the same properties, which are not repeated. Only in the packed form. */
  propsOf?: string;
  [key: string]: unknown;
}

/** Content of `components.json`. In the packed form, demos have paths instead of code. */
export interface ComponentsData<File = DemoFilePath, Demo = string> {
  version: 1;
  package?: string;
  packageVersion?: string;
  components: ComponentEntry<Demo>[];
  demos: (DemoEntry & { files: File[] })[];
}

/** Keys that are not packed, except the `aliases` of exports. Their information is in the description and the short type, or only useful in the repository. */
const UNPACKED = new Set(['source', 'references', 'isEvent', 'isSlot', 'aliases', 'refType']);
const VERSIONS = new Set(['since', 'deprecatedSince', 'version']);
/** Maximum numbers of demos that an export and a property list, the most relevant demos first. */
const DEMOS = { component: 8, prop: 3 };

export interface PackedComponentsInput {
  /** Text of the site's `components.json`. */
  text: string;
  /** The package in which the data is published. */
  library: { name: string; version: string };
  next: string | undefined;
  files: ReadonlyMap<string, DemoFilePath[]>;
  /** Returns the path in the folder for a URL on the site. Undefined if its page is not packed. */
  pathOf: (url: string) => string | undefined;
}

/**
 * Prints one line for each export, property and demo, so that an assistant can search it line by line.
 * `unpackComponents()` restores the form of the site.
 */
export function packedComponents({ text, library, next = NEXT, files, pathOf }: PackedComponentsInput): string {
  const data = JSON.parse(text, (key, value) => (VERSIONS.has(key) && value === NEXT ? next : value)) as ComponentsData<
    object,
    DemoEntry
  >;
  const linked = ({ id, title, url }: DemoEntry): DemoEntry => {
    const target = url === undefined ? undefined : pathOf(url);
    return { id, title, ...(target !== undefined && { url: target }) };
  };
  const own = data.components.filter((entry) => isOf(entry, library.name, data.package));
  const byName = exportsByName(own);
  const components = withoutRepetition(
    own.map((entry) => {
      const aliases = entry.aliases?.filter((alias) => byName.get(alias) === entry) ?? [];
      return packComponent({ ...entry, aliases }, library.name);
    }),
  );
  const demos = data.demos.flatMap((demo) => {
    const placed = files.get(demo.id);
    return placed ? [{ ...linked(demo), files: placed }] : [];
  });
  const list = (entries: readonly unknown[]): string => entries.map((entry) => JSON.stringify(entry)).join(',\n');
  const lines = components.map(({ props, ...entry }) => {
    const start = JSON.stringify(entry).slice(0, -1);
    return props.length === 0 ? `${start},"props":[]}` : `${start},"props":[\n${list(props)}\n]}`;
  });
  const head = JSON.stringify({ version: 1, package: library.name, packageVersion: library.version }).slice(0, -1);
  return `${head},\n"components":[\n${lines.join(',\n')}\n],\n"demos":[\n${list(demos)}\n]}\n`;
}

/** Returns true for an export of a package. An entry without an import line belongs to the documented package. */
function isOf(entry: { import?: unknown }, name: string, documented: string | undefined): boolean {
  const [, specifier] = /from '([^']+)';$/.exec(String(entry.import ?? '')) ?? [];
  return (specifier === undefined ? (documented ?? name) : packageOf(specifier)) === name;
}

function packComponent(
  { aliases = [], demos, props, handle, type, shortType = type, ...entry }: ComponentEntry<DemoEntry>,
  packageName: string,
): ComponentEntry {
  const rows = Array.isArray(handle) ? (handle as PropEntry[]).map((prop) => packProp(prop, packageName)) : undefined;
  return {
    ...without(entry as Omit<typeof entry, never> & { id: string }, UNPACKED),
    ...(shortType !== undefined && { type: shortType }),
    ...(aliases.length > 0 && { aliases }),
    ...(rows && { handle: rows }),
    demos: demos.slice(0, DEMOS.component).map(({ id }) => id),
    props: props.map((prop) => packProp(prop, packageName)),
  };
}

function packProp(prop: PropEntry, packageName: string): PropEntry {
  const { children, demos, type, shortType, plainType, required, origin, description, ...others } = prop;
  return {
    ...(without(others, UNPACKED) as PropEntry),
    type: plainType ?? shortType ?? type,
    ...(required === true && { required }),
    ...(description !== '' && { description }),
    ...(origin !== packageName && { origin }),
    ...(children && { children: children.map((child) => packProp(child, packageName)) }),
    ...(demos && { demos: demos.slice(0, DEMOS.prop) }),
  };
}

/** A `…Props` type without defaults has the defaults of its component. */
function withoutRepetition(components: readonly ComponentEntry[]): ComponentEntry[] {
  const kept: ComponentEntry[] = [];
  const sameAs = new Map<ComponentEntry, string>();
  for (const entry of components.toSorted((one, other) => rank(one) - rank(other))) {
    const same = kept.find((other) => hasSameProps(entry, other));
    if (same && entry.props.length > 0) sameAs.set(entry, same.id);
    else kept.push(entry);
  }
  return components.map((entry) => {
    const propsOf = sameAs.get(entry);
    return propsOf === undefined ? entry : { ...entry, propsOf, props: [] };
  });
}

function rank({ kind }: ComponentEntry): number {
  return kind === 'component' ? 0 : 1;
}

function hasSameProps(entry: ComponentEntry, other: ComponentEntry): boolean {
  const rows = entry.props.map((prop) => plainProp(prop));
  const isOwnType = entry.id === `${other.id}Props`;
  return (
    isDeepStrictEqual(
      rows,
      other.props.map((prop) => plainProp(prop)),
    ) ||
    (isOwnType &&
      isDeepStrictEqual(
        rows,
        other.props.map((prop) => plainProp(prop, ['default'])),
      ))
  );
}

function plainProp(prop: PropEntry, keys: string[] = []): PropEntry {
  const { children, ...own } = without(prop, new Set(['demos', ...keys]));
  return { ...own, ...(children && { children: children.map((child) => plainProp(child, keys)) }) };
}

function without<Entry extends object>(entry: Entry, keys: ReadonlySet<string>): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.has(key))) as Entry;
}
