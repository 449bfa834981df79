/** The shapes of the lists of a shard output. It is from another machine, so every value in it is checked before use. */
import * as z from 'zod';
import type { PackedEntry } from '../../../shared/search/index-file.ts';
import { CODES, type Code } from '../../base/diagnostics/codes.ts';
import type { PlainPage } from '../../markdown/types.ts';
import type { PartHeader, PartPage } from './types.ts';

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

/** A line of the list of pages. */
export const PART_PAGE: z.ZodType<PartPage> = z.strictObject({
  sourcePath: z.string(),
  parts: z.array(PLAIN_PAGE).optional(),
  search: z.tuple([z.int().nonnegative(), z.int().nonnegative()]).optional(),
});

/** The header of a shard output. */
export const PART_HEADER: z.ZodType<PartHeader> = z.strictObject({
  version: z.literal(1),
  shard: z.int().nonnegative(),
  of: z.int().positive(),
  made: z.string(),
  lists: z.record(z.string(), z.string()),
});

const TITLE = z.union([z.string(), z.literal([0, 1])]);
const TEXTS = z.array(z.string());

/** A page's entry in the search index. */
export const SEARCH_ENTRY: z.ZodType<PackedEntry> = z.tuple([
  z.string(),
  z.string(),
  z.int(),
  z.array(z.tuple([z.string(), TITLE, TITLE], z.string())),
  z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), TEXTS, TEXTS], z.string())).optional(),
  z.string().optional(),
  TEXTS.optional(),
]);
