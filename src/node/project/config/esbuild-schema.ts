import type { Plugin } from 'esbuild';
import * as z from 'zod';
import { listOf, nonEmpty, number, string } from './value-schemas.ts';

/** Loaders that only produce a module. Files are published with `?url`, and style sheets are not modules. */
const LOADERS = ['js', 'jsx', 'ts', 'tsx', 'json', 'text', 'base64', 'binary', 'dataurl', 'empty'] as const;

const plugin = z.custom<Plugin>(
  (value) => typeof value === 'object' && value !== null && 'name' in value && 'setup' in value,
  { error: 'an esbuild plugin, which is an object with name and setup' },
);

export const esbuild = z.strictObject(
  {
    plugins: listOf(plugin, 'plugins of esbuild').default([]),
    define: z.record(z.string(), string, { error: 'an object of expressions by name' }).default({}),
    loader: z
      .record(
        string.regex(/^\.\w[\w.-]*$/, { error: "an ending such as '.txt'" }),
        z.enum(LOADERS, {
          error: `one of ${LOADERS.map((name) => `'${name}'`).join(', ')}; import \`?url\` for a file`,
        }),
        { error: 'an object of loaders by ending' },
      )
      .default({}),
    conditions: listOf(nonEmpty, 'conditions').default([]),
    timeout: number.positive({ error: 'milliseconds above 0' }).default(60_000),
  },
  { error: 'an object' },
);
