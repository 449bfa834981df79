/** Plugins of a site: named partial configurations, which are merged before the site's own. */

import { isDeepStrictEqual } from 'node:util';
import { COMMAND_NAMES } from '../../../shared/command-names.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { configSchema } from './config-schema.ts';
import { describeIssue } from './describe-issue.ts';
import type { Command, CommandGroup } from './kit-types.ts';
import type { PluginFiles, ResolvedConfig } from './types.ts';

type Locate = (path: readonly PropertyKey[]) => Location | undefined;
type Options = Record<string, unknown>;

/** Options of a site that belong to no plugin: where the site is, and which plugins it has. */
const OF_SITE = ['plugins', 'outputPath', 'projectRoot', 'cacheDir'];

export interface MergedConfig {
  config: unknown;
  files: ResolvedConfig['files'];
  commands: ResolvedConfig['commands'];
  diagnostics: Diagnostic[];
}

/**
 * Merges the plugins of a configuration, in their order. Lists are concatenated. Objects are merged key by key. The site's own values
 * replace those of plugins. Two plugins with different values for one option are an error.
 */
export function mergePlugins(config: unknown, at: Locate): MergedConfig {
  if (!isOptions(config) || config.plugins === undefined) return { config, files: [], commands: [], diagnostics: [] };
  const { plugins, ...own } = config;
  const merged: MergedConfig = { config: own, files: [], commands: [], diagnostics: [] };
  const report = (path: PropertyKey[], data: DataOf<'invalid-plugin'>): void =>
    void merged.diagnostics.push(createDiagnostic('invalid-plugin', data, { location: at(path) }));
  if (!Array.isArray(plugins)) {
    report(['plugins'], { case: 'no-list' });
    return merged;
  }
  const merging: { name: string; options: Options }[] = [];
  let all: Options = {};
  for (const [index, plugin] of (plugins as unknown[]).entries()) {
    const place = ['plugins', index];
    const { name, files, commands = {}, ...options } = isOptions(plugin) ? plugin : {};
    const refused = OF_SITE.find((key) => key in options);
    if (typeof name !== 'string' || name === '') report(place, { case: 'no-name', index: index + 1 });
    else if (merging.some((other) => other.name === name)) report(place, { case: 'twice', plugin: name });
    else if (refused !== undefined) report(place, { case: 'of-site', plugin: name, key: refused });
    else if (files !== undefined && typeof files !== 'function') report(place, { case: 'no-files', plugin: name });
    else {
      merged.diagnostics.push(...checkOptions(options, name, at(place)));
      if (files) merged.files.push({ plugin: name, make: files as PluginFiles });
      for (const [command, value] of Object.entries(Object(commands) as Options)) {
        const other = merged.commands.find((one) => one.name === command)?.plugin;
        const isOwn = (COMMAND_NAMES as readonly string[]).includes(command);
        const reason = isOwn ? 'the tool has a command of this name' : commandProblem(command, value, other);
        if (reason === undefined)
          merged.commands.push({ plugin: name, name: command, command: value as Command | CommandGroup });
        else report(place, { case: 'command', plugin: name, command, reason });
      }
      all = join(all, options, (path, value, before) => {
        const isConflict = before !== undefined && !isDeepStrictEqual(value, before);
        if (isConflict && valueAt(own, path) === undefined) {
          const other = merging.findLast(({ options }) => valueAt(options, path) !== undefined) as { name: string };
          report(place, { case: 'conflict', key: path.join('.'), plugins: [other.name, name] });
        }
        return value;
      }) as Options;
      merging.push({ name, options });
    }
  }
  const whole = join(withDocs(all, own), own, (_path, value) => value);
  return { ...merged, config: whole };
}

/** Returns why a plugin cannot add a command. */
function commandProblem(name: string, command: unknown, other: string | undefined): string | undefined {
  if (other !== undefined) return `the plugin \`${other}\` adds one of this name`;
  if (!/^[a-z][\w:-]*$/.test(name)) return 'its name is not a word in lower case';
  const { description, run, commands } = Object(command) as Partial<Command & CommandGroup>;
  if (typeof description !== 'string') return 'it has no `description`';
  if (commands === undefined) return typeof run === 'function' ? undefined : 'it has no `run`';
  const problems = Object.entries(commands).map(([second, one]) => commandProblem(second, one, undefined));
  return problems.find((problem) => problem !== undefined);
}

function checkOptions(options: Options, name: string, location: Location | undefined): Diagnostic[] {
  const issues = configSchema.safeParse(options).error?.issues ?? [];
  return issues
    .flatMap((issue) => describeIssue(issue, options, () => location))
    .map((diagnostic) => ({ ...diagnostic, notes: [...(diagnostic.notes ?? []), `The plugin \`${name}\` sets it.`] }));
}

/** A plugin adds folders of pages to those of the site, which has `docs` by default. */
function withDocs(plugins: Options, own: Options): Options {
  const { resolve } = plugins;
  const ofSite = isOptions(own.resolve) ? own.resolve.docDirs : undefined;
  if (!isOptions(resolve) || !Array.isArray(resolve.docDirs) || ofSite !== undefined) return plugins;
  return { ...plugins, resolve: { ...resolve, docDirs: ['docs', ...(resolve.docDirs as unknown[])] } };
}

/** Returns the value of the option at a path, or the value that replaces an object with the option. */
function valueAt(options: unknown, path: string[]): unknown {
  const [key, ...rest] = path;
  return key === undefined || !isOptions(options) ? options : valueAt(ownValue(options, key), rest);
}

/**
 * Merges two values.
 *
 * @param choose returns the value of an option that is neither a list nor an object in both, by its path
 */
function join(
  before: unknown,
  value: unknown,
  choose: (path: string[], value: unknown, before: unknown) => unknown,
  path: string[] = [],
): unknown {
  if (value === undefined) return before;
  if (isList(before) && isList(value) && (Array.isArray(before) || Array.isArray(value))) return [before, value].flat();
  if (!isOptions(value) || (before !== undefined && !isOptions(before))) return choose(path, value, before);
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(value)]);
  const joined = Array.from(keys, (key): [string, unknown] => [
    key,
    join(ownValue(before, key), ownValue(value, key), choose, [...path, key]),
  ]);
  return Object.fromEntries(joined);
}

/** Some options, such as `stories`, take one text or a list of them. */
function isList(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string';
}

/** Returns true for a plain object. */
function isOptions(value: unknown): value is Options {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
