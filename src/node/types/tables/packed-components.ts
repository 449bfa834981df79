/** The data for tools in a form that is small enough to be published with the library. */
import { isDeepStrictEqual } from 'node:util';
import { NEXT } from '../../../shared/api-table.ts';
import { packageOf } from '../../project/libraries.ts';

/** A file of a demo. Its code is in another file. */
interface DemoFilePath {
  name: string;
  /** Path in the folder. */
  file: string;
}

interface DemoEntry {
  id: string;
  title: string;
  url?: string;
}

type PropEntry = Record<string, unknown> & { name: string; demos?: string[]; children?: PropEntry[] };

interface ComponentEntry<Demo = string> {
  id: string;
  /** The line that imports it. */
  import?: string;
  props: PropEntry[];
  /** In the packed form, only their ids. */
  demos: Demo[];
  /** Id of an export with the same properties, which are not repeated. Only in the packed form. */
  propsOf?: string;
  [key: string]: unknown;
}

/** Content of `components.json`. In the packed form, demos have paths instead of code. */
interface ComponentsData<File = DemoFilePath, Demo = string> {
  version: 1;
  package?: string;
  packageVersion?: string;
  components: ComponentEntry<Demo>[];
  demos: (DemoEntry & { files: File[] })[];
}

/** Keys that are not packed. Their information is in the description and the short type, or only useful in the repository. */
const UNPACKED = new Set(['source', 'references', 'isEvent', 'isSlot', 'aliases', 'refType']);
/** Keys whose values are versions. */
const VERSIONS = new Set(['since', 'deprecatedSince', 'version']);
/** Number of demos that an export and a property list; the most relevant ones come first. */
const DEMOS = { component: 8, prop: 3 };

/** Inputs of {@link packedComponents}. */
export interface PackedComponentsInput {
  /** Text of the site's `components.json`. */
  text: string;
  /** The package in which the data is published. */
  library: { name: string; version: string };
  /** The version that the working tree will be published as, if it is known. */
  next: string | undefined;
  /** Files by demo id. */
  files: ReadonlyMap<string, DemoFilePath[]>;
  /** Returns the path in the folder for an address of the site. Undefined if its page is not packed. */
  pathOf: (address: string) => string | undefined;
}

/**
 * Returns the text of `components.json` in a pack: one line for each export, property and demo, so that an assistant can search it
 * line by line. {@link unpackComponents} restores the form of the site.
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
  const components = withoutRepetition(own.map((entry) => packComponent(entry, library.name)));
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

/**
 * Returns the text of a packed `components.json` in the form of the site.
 *
 * @param codeOf returns the content of a file in the folder
 */
export async function unpackComponents(text: string, codeOf: (file: string) => Promise<string>): Promise<string> {
  const data = JSON.parse(text) as ComponentsData;
  const byId = new Map(data.components.map((entry) => [entry.id, entry]));
  const demosById = new Map(data.demos.map(({ files: _files, ...demo }) => [demo.id, demo]));
  const components = data.components.map(({ propsOf, ...entry }) => ({
    ...entry,
    demos: entry.demos.flatMap((id) => demosById.get(id) ?? []),
    props: propsOf === undefined ? entry.props : (byId.get(propsOf)?.props ?? []),
  }));
  const demos = await Promise.all(
    data.demos.map(async (demo) => ({
      ...demo,
      files: await Promise.all(
        demo.files.map(async ({ name, file }) => ({ name, code: (await codeOf(file)).trimEnd() })),
      ),
    })),
  );
  return JSON.stringify({ ...data, components, demos });
}

/** Returns true for an export of a package. An entry without an import line belongs to the documented package. */
function isOf(entry: { import?: unknown }, name: string, documented: string | undefined): boolean {
  const [, specifier] = /from '([^']+)';$/.exec(String(entry.import ?? '')) ?? [];
  return (specifier === undefined ? (documented ?? name) : packageOf(specifier)) === name;
}

function packComponent(
  { demos, props, handle, ...entry }: ComponentEntry<DemoEntry>,
  packageName: string,
): ComponentEntry {
  const rows = Array.isArray(handle) ? (handle as PropEntry[]).map((prop) => packProp(prop, packageName)) : undefined;
  return {
    ...without(entry as Omit<typeof entry, never> & { id: string }, UNPACKED),
    ...(rows && { handle: rows }),
    demos: demos.slice(0, DEMOS.component).map(({ id }) => id),
    props: props.map((prop) => packProp(prop, packageName)),
  };
}

/** Returns a property with the type that an author would write. */
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

/** Replaces equal lists of properties, such as those of a component and of its `…Props` type, by the id of the component. */
function withoutRepetition(components: readonly ComponentEntry[]): ComponentEntry[] {
  const plain = (props: PropEntry[]): object[] => props.map(({ demos: _demos, default: _default, ...prop }) => prop);
  const order = components.toSorted(
    (one, other) => Number(other.kind === 'component') - Number(one.kind === 'component'),
  );
  return components.map((entry) => {
    const same = order
      .slice(0, order.indexOf(entry))
      .find((other) => isDeepStrictEqual(plain(other.props), plain(entry.props)));
    return same && entry.props.length > 0 ? { ...entry, propsOf: same.id, props: [] } : entry;
  });
}

/** Returns an entry without some optional keys. */
function without<Entry extends object>(entry: Entry, keys: ReadonlySet<string>): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.has(key))) as Entry;
}
