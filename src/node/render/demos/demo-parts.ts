import type { DemoData } from '../../../shared/page-data.ts';
import { printTemplate } from '../../../shared/playground/print.ts';
import type { Playground } from '../../../shared/playground/schema.ts';
import { allOrDiagnostics, type Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import type { SitePlaygrounds } from '../../types/controls/site-playgrounds.ts';
import { type BuiltSteps, readSteps } from './read-steps.ts';
import { readSandboxes } from './sandbox-list.ts';

/** What a demo can have in addition to its code, by the name of the part. */
export interface PartData {
  /** URL of its permanent sandbox. */
  sandbox: string;
  playground: Playground;
  steps: BuiltSteps;
}

/** A part of demos: everything that is special about it. */
interface DemoPart<Data> {
  /** Reads the data of all demos that have the part, by id. */
  read: (site: Site, demos: EmbeddedDemo[], tools: PartTools) => Promise<ReadPart<Data>>;
  /** Text of the demo's entry as readers see it, and the text whose imports it needs. Default: those of the file. */
  entry?: (data: Data) => { shown: string; code: string } | undefined;
  /** Its fields in the data of the demo's card. */
  card: (data: Data) => Partial<DemoData>;
}

interface ReadPart<Data> {
  byId: ReadonlyMap<string, Data>;
  /** Output files. */
  files?: ReadonlyMap<string, string>;
  /** Absolute paths of the files that were read. */
  inputs?: string[];
  diagnostics: Diagnostic[];
}

export interface PartTools {
  cache?: Cache;
  /** Reads the controls of demos with the compiler. Default: no demo has controls. */
  readPlaygrounds?: ((demos: EmbeddedDemo[]) => Promise<Pick<SitePlaygrounds, 'diagnostics'> & Controls>) | undefined;
}

interface Controls {
  playgrounds: ReadonlyMap<string, Playground>;
}

/** The parts are in the order of the fields in the data of a card. */
const DEMO_PARTS: { [Name in keyof PartData]: DemoPart<PartData[Name]> } = {
  sandbox: {
    async read({ projectRoot, root }, demos) {
      const { sandboxes, diagnostics } = await readSandboxes(projectRoot, root);
      const known = demos.flatMap(({ id }): [string, string][] => (sandboxes[id] ? [[id, sandboxes[id].url]] : []));
      return { byId: new Map(known), diagnostics };
    },
    card: (sandbox) => ({ sandbox }),
  },
  playground: {
    async read(_site, demos, { readPlaygrounds }) {
      const { playgrounds = new Map(), diagnostics = [] } = (await readPlaygrounds?.(demos)) ?? {};
      return { byId: playgrounds, diagnostics };
    },
    entry: ({ template, schema, initial }) => ({
      shown: printTemplate(template, schema, initial),
      code: template.parts
        .map((part) => (typeof part === 'string' ? part : part.kind === 'import' ? `'${part.from}'` : ''))
        .join(''),
    }),
    card: (playground) => (playground.problem ? { problem: playground.problem } : { playground }),
  },
  steps: {
    read: readSteps,
    entry: ({ shown }) => (shown === undefined ? undefined : { shown, code: shown }),
    card: ({ js, runner, list, more }) => ({ steps: { js, runner, list, ...(more && { more }) } }),
  },
};

const NAMES = Object.keys(DEMO_PARTS) as (keyof PartData)[];

/** Reads all parts of demos, by id. Throws a DiagnosticError. */
export async function readDemoParts(site: Site, demos: EmbeddedDemo[], tools: PartTools = {}) {
  const read = await allOrDiagnostics(
    NAMES.map((name): Promise<ReadPart<unknown>> => DEMO_PARTS[name].read(site, demos, tools)),
  );
  const byId = new Map<string, Partial<PartData>>();
  for (const [index, { byId: own }] of read.entries())
    for (const [id, data] of own) byId.set(id, { ...byId.get(id), [NAMES[index] as string]: data });
  return {
    byId,
    files: new Map(read.flatMap(({ files = [] }) => [...files])),
    inputs: read.flatMap(({ inputs = [] }) => inputs),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Returns the entry of the first part that changes the entry. */
export function entryOf(parts: Partial<PartData>): { shown: string; code: string } | undefined {
  return each(parts, (part, data) => part.entry?.(data)).find((entry) => entry !== undefined);
}

export function cardOf(parts: Partial<PartData>): Partial<DemoData> {
  return Object.assign({}, ...each(parts, (part, data) => part.card(data)));
}

function each<Result>(parts: Partial<PartData>, use: (part: DemoPart<unknown>, data: unknown) => Result): Result[] {
  return NAMES.flatMap((name) =>
    parts[name] === undefined ? [] : [use(DEMO_PARTS[name] as DemoPart<unknown>, parts[name])],
  );
}
