/** Adapter of unified. No other module imports it. It is loaded only for sites with plugins. */
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import type { MarkdownPluggable, MarkdownPlugin } from '../../project/config/types.ts';
import type { MdastRoot } from '../nodes.ts';
import { syntaxPlugins } from '../syntax.ts';

/** Changes a tree; unified calls it a transformer. */
export type Transformer = (tree: unknown, file: unknown, next?: unknown) => unknown;

/** A plugin of the configuration after it was called with its options. */
export interface Step {
  /** Name of its function, or its place in the configuration. */
  plugin: string;
  transform: Transformer;
}

/** Plugins that were called with their options. */
export interface AttachedPlugins {
  steps: Step[];
  /** Names of the plugins that extend the parser. */
  syntax: string[];
  /** Parses Markdown with the extensions of the plugins. */
  parse: (text: string) => MdastRoot;
}

/** An error of a plugin. */
export class PluginError extends Error {
  readonly plugin: string;

  constructor(plugin: string, cause: unknown) {
    super(`The plugin ${plugin} failed`, { cause });
    this.plugin = plugin;
  }
}

/** A list of plugins that is wrapped, so that each call is known by the name of its plugin. */
export interface WrappedPlugins extends Pick<AttachedPlugins, 'steps' | 'syntax'> {
  /** For unified's `use()`. */
  list: MarkdownPluggable[];
  /** Names of all plugins. */
  names: string[];
}

/**
 * Wraps plugins. Instead of passing their transformers to unified, a wrapped plugin adds them to `steps`.
 *
 * @param option name of the option of the configuration, for plugins without a name
 */
export function wrapPlugins(plugins: MarkdownPluggable[], option: string): WrappedPlugins {
  const wrapped: WrappedPlugins = { list: [], names: [], steps: [], syntax: [] };
  // unified identifies plugins by their functions.
  const known = new Map<MarkdownPlugin, MarkdownPlugin>();
  const wrap = (plugin: MarkdownPlugin, place: string): MarkdownPlugin => {
    const before = known.get(plugin);
    if (before) return before;
    // Many packages name their function so.
    const name = plugin.name === '' || plugin.name === 'plugin' ? place : plugin.name;
    wrapped.names.push(name);
    const wrapper: MarkdownPlugin = function (...options) {
      const before = extensionsOf(this);
      let transform: unknown;
      try {
        transform = plugin.apply(this, options);
      } catch (error) {
        throw new PluginError(name, error);
      }
      if (extensionsOf(this).some((extension) => !before.includes(extension))) wrapped.syntax.push(name);
      if (typeof transform === 'function') wrapped.steps.push({ plugin: name, transform: transform as Transformer });
    };
    known.set(plugin, wrapper);
    return wrapper;
  };
  const wrapAll = (list: MarkdownPluggable[], path: string): MarkdownPluggable[] =>
    list.map((item, index) => {
      const place = `${path}[${index}]`;
      if (typeof item === 'function') return wrap(item, place);
      if (Array.isArray(item)) return [wrap(item[0], place), ...item.slice(1)];
      return { ...item, plugins: wrapAll((item.plugins ?? []) as MarkdownPluggable[], `${place}.plugins`) };
    });
  wrapped.list = wrapAll(plugins, option);
  return wrapped;
}

/** Calls plugins with their options. Throws a {@link PluginError}. */
export function attachPlugins(plugins: MarkdownPluggable[], option: string): AttachedPlugins {
  const wrapped = wrapPlugins(plugins, option);
  const { steps, syntax, list, names } = wrapped;
  const processor = unified()
    .use(remarkParse)
    .use(syntaxPlugins(names) as never)
    .use(list as never)
    .freeze();
  return { steps, syntax, parse: (text) => processor.parse(text) as MdastRoot };
}

/** Returns the extensions of the parser that plugins have registered. */
function extensionsOf(processor: Processor): unknown[] {
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = processor.data() as Record<string, unknown[]>;
  return [...micromarkExtensions, ...fromMarkdownExtensions];
}
