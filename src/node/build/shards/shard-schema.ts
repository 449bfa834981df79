/**
 * The shapes of a plan's files. A plan is trusted like the machine that bundles the site and writes it. So only the outer structure
 * of each line is checked.
 */
import * as z from 'zod';
import type { ShardFacts, ShardHeader, ShardPage, ShardSidebar } from './types.ts';

/** The header of a shard. */
export const SHARD_HEADER: z.ZodType<ShardHeader> = z.strictObject({
  version: z.literal(1),
  shard: z.int().nonnegative(),
  of: z.int().positive(),
  pages: z.int().nonnegative(),
  data: z.string(),
});

const OBJECT = z.looseObject({});
const FACTS = z.looseObject({ maker: z.string(), overrides: z.looseObject({ base: z.string() }), facts: OBJECT });
const LINE = z.union([
  z.strictObject({ sidebar: z.array(OBJECT) }),
  z.looseObject({
    page: z.looseObject({ sourcePath: z.string(), filePath: z.string(), tabs: z.array(OBJECT) }),
    sources: z.array(z.string()),
    place: z.looseObject({ sidebar: z.int() }),
    key: z.record(z.string(), z.string()),
  }),
]);

/** The first line of a shard's data. */
export const SHARD_FACTS = FACTS as unknown as z.ZodType<ShardFacts>;

/** Any other line of a shard's data. */
export const SHARD_LINE = LINE as unknown as z.ZodType<ShardPage | ShardSidebar>;
