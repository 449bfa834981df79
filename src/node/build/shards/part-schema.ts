/**
 * The shapes of the lists of a shard output. A shard output is from another machine, so every value in it is checked before use.
 */
import * as z from 'zod';
import type { PackedEntry } from '../../../shared/search/index-file.ts';
import { CODES, type Code } from '../../base/diagnostics/codes.ts';
import type { PlainPage } from '../../markdown/types.ts';
import type { Indexed } from '../../store/entry-log.ts';
import type { RenderEntry } from '../pages/page-entry.ts';
import { type PartHeader, type PlainEntry, TASKS } from './types.ts';

const LOCATION = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  length: z.int().nonnegative().optional(),
  lineText: z.string().optional(),
});

const NOTICE = z.strictObject({
  severity: z.enum(['warning', 'info']),
  code: z.custom<Code>((code) => typeof code === 'string' && Object.hasOwn(CODES, code)),
  text: z.string(),
  location: LOCATION.optional(),
  notes: z.array(z.string()).optional(),
});

const PLAIN_PAGE = z.strictObject({
  sourcePath: z.string(),
  hasHeading: z.boolean(),
  description: z.string().optional(),
  titleAnchor: z.string().optional(),
  anchors: z.array(z.string()),
  links: z.array(
    z.strictObject({
      routePath: z.string(),
      hash: z.string(),
      location: LOCATION,
      severity: z.enum(['error', 'warning']),
    }),
  ),
  assets: z.array(z.strictObject({ filePath: z.string(), output: z.string() })),
  components: z
    .array(
      z.strictObject({
        name: z.string(),
        location: LOCATION,
        attributes: z.record(z.string(), LOCATION).optional(),
      }),
    )
    .optional(),
  checkedBlocks: z
    .array(z.strictObject({ text: z.string(), lang: z.enum(['tsx', 'ts']), location: LOCATION }))
    .optional(),
  diagnostics: z.array(NOTICE.extend({ each: z.array(NOTICE).optional() })),
}) satisfies z.ZodType<PlainPage>;

const { header, ...pageTasks } = TASKS;
const NAME = new RegExp(`^(?:${header} $|(?:${Object.values(pageTasks).join('|')}) .)`);
const LOCATED = z.tuple([z.string(), z.string(), z.int(), z.int()]);

/** The index of the entries. Each has one result. */
export const ENTRY_INDEX: z.ZodType<Map<string, [Indexed]>> = z.map(z.string().regex(NAME), z.tuple([LOCATED]));

/** The index of the contents: offsets by hash. */
export const CONTENT_INDEX: z.ZodType<Map<string, number>> = z.map(z.string(), z.int());

/** The header. */
export const PART_HEADER: z.ZodType<PartHeader> = z
  .strictObject({ version: z.literal(2), shard: z.int().nonnegative(), of: z.int().positive() })
  .refine(({ shard, of }) => shard < of);

const LOOK_UPS = z.array(
  z.tuple([z.enum(['content', 'kind', 'link', 'names', 'real', 'page', 'route']), z.string(), z.string()]),
);

/** A page of text alone, compiled. */
export const PLAIN_ENTRY: z.ZodType<PlainEntry> = z.strictObject({ compiling: LOOK_UPS, parts: z.array(PLAIN_PAGE) });

const KEY = z.record(z.string(), z.string());
const TITLE = z.union([z.string(), z.literal([0, 1])]);
const TEXTS = z.array(z.string());

/** A page's entry in the search index. */
const SEARCH_ENTRY: z.ZodType<PackedEntry> = z.tuple([
  z.string(),
  z.string(),
  z.int(),
  z.array(z.tuple([z.string(), TITLE, TITLE], z.string())),
  z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), TEXTS, TEXTS], z.string())).optional(),
  z.string().optional(),
  TEXTS.optional(),
]);

/** A rendered page. */
export const RENDER_ENTRY: z.ZodType<RenderEntry> = z.strictObject({
  key: z.strictObject({
    ...{ site: KEY, context: KEY, inputs: KEY, text: z.string(), data: z.string() },
    // The queries of a page while it was compiled are in the other entry.
    ...{ compiling: z.tuple([]), rendering: LOOK_UPS },
  }),
  files: z.array(z.tuple([z.string(), z.int().nonnegative(), z.string()])),
  search: z.strictObject({ text: z.string().refine(isSearchEntry), hash: z.string() }).optional(),
});

function isSearchEntry(text: string): boolean {
  try {
    return SEARCH_ENTRY.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
