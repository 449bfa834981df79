import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Every change of this list is a change of the contract with packages of plugins. */
it('is the contract of commands', async () => {
  const source = path.resolve(import.meta.dirname, '../../../src');
  const types = await fs.readFile(path.join(source, 'node/project/config/kit-types.ts'), 'utf8');
  const members = types
    .replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')
    .match(/^(?:export .*|\} & .*| {2}\S.*)/gm)
    ?.map((line) => line.trim());
  const kit = await fs.readFile(path.join(source, 'kit.ts'), 'utf8');
  expect(
    [...kit.matchAll(/^export (?:type )?\{(.*)\}/gm)].flatMap(([, names = '']) => names.trim().split(/,\s*/)),
  ).toEqual([
    'type Diagnostic',
    'DiagnosticError',
    'type Location',
    'diagnosticToJson',
    'formatDiagnostic',
    'Command',
    'CommandOption',
    'Flags',
    'Kit',
    'SiteInMemory',
    'type OpenKit',
    'openKit',
  ]);
  expect(members).toMatchInlineSnapshot(`
    [
      "export interface SiteInMemory {",
      "diagnostics: Diagnostic[];",
      "paths: string[];",
      "demos: { id: string; title?: string; file: string; route: string; url: string }[];",
      "read(path: string): Promise<Uint8Array | undefined>;",
      "export interface Kit {",
      "root: string;",
      "title: string;",
      "base: string;",
      "locales: { id: string; name: string }[];",
      "cacheFolder: string;",
      "signal: AbortSignal;",
      "build(): Promise<SiteInMemory>;",
      "serve(site: SiteInMemory): Promise<{ url: string; close(): Promise<void> }>;",
      "export interface CommandOption {",
      "description: string;",
      "default?: unknown;",
      "choices?: readonly string[];",
      "parse?: (value: string, before: unknown) => unknown;",
      "export type Flags = Record<string, any>;",
      "export interface Command<WorksWith = Kit> {",
      "description: string;",
      "arguments?: string;",
      "options?: Record<string, string | CommandOption>;",
      "run(kit: WorksWith, flags: Flags, args: (string | string[] | undefined)[]): unknown;",
    ]
  `);
});
