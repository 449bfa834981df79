/** The only module that imports unified. It is loaded only for sites with plugins. */
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import type { MarkdownPluggable, MarkdownPlugin } from '../../project/config/types.ts';
import type { MdastRoot } from '../nodes.ts';
import { syntaxPlugins } from '../syntax.ts';
import { watchBuiltIns } from './watch-nodes.ts';

/** Changes a tree; unified calls it a transformer. */
export type Transformer = (tree: unknown, file: unknown, next?: unknown) => unknown;

export interface Step {
  /** Name of the plugin's function, or the plugin's position in the configuration. */
  plugin: string;
  transform: Transformer;
}

export interface AttachedPlugins {
  steps: Step[];
  syntax: string[];
  parse: (text: string) => MdastRoot;
}

export class PluginError extends Error {
  readonly plugin: string;

  constructor(plugin: string, cause: unknown) {
    super(`The plugin ${plugin} failed`, { cause });
    this.plugin = plugin;
  }
}

/** A wrapped list of plugins, in which each call is identified by the name of its plugin. */
export interface WrappedPlugins extends Pick<AttachedPlugins, 'steps' | 'syntax'> {
  list: MarkdownPluggable[];
  names: string[];
}

/** Adds transformers to `steps` instead of passing them to unified. `option`: name for plugins without a name. */
export function wrapPlugins(plugins: MarkdownPluggable[], option: string): WrappedPlugins {
  const wrapped: WrappedPlugins = { list: [], names: [], steps: [], syntax: [] };
  // unified identifies plugins by their functions.
  const known = new Map<MarkdownPlugin, MarkdownPlugin>();
  const wrap = (plugin: MarkdownPlugin, place: string): MarkdownPlugin => {
    const before = known.get(plugin);
    if (before) return before;
    // Many packages give their function this name.
    const name = plugin.name === '' || plugin.name === 'plugin' ? place : plugin.name;
    wrapped.names.push(name);
    const wrapper: MarkdownPlugin = function (...options) {
      const before = extensionsOf(this);
      let transform: unknown;
      const checkBuiltIns = watchBuiltIns();
      try {
        transform = plugin.apply(this, options);
        checkBuiltIns();
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

/** Throws a {@link PluginError}. */
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

function extensionsOf(processor: Processor): unknown[] {
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = processor.data() as Record<string, unknown[]>;
  return [...micromarkExtensions, ...fromMarkdownExtensions];
}
