import path from 'node:path';
import type { OnLoadOptions, OnResolveOptions, Plugin, PluginBuild } from 'esbuild';
import { messageOf } from '../../base/errors.ts';
import { isInside } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { inTime, TimeoutError } from '../../project/within-time.ts';

/** Wraps the project's plugins. Plugins do not receive our own modules. A plugin that throws or hangs is reported by its name. */
export function projectPlugins({ config: { esbuild } }: Site, onFiles: (files: string[]) => void = () => {}): Plugin[] {
  return esbuild.plugins.map((plugin) => ({
    name: plugin.name,
    setup: async (build) => {
      try {
        await inTime(plugin.setup(guard(build, plugin.name)), esbuild.timeout);
      } catch (error) {
        throw new Error(describe(plugin.name, 'setup', error));
      }
    },
  }));

  function guard(build: PluginBuild, name: string): PluginBuild {
    const run = <Args extends object, Result>(
      hook: string,
      callback: (args: Args) => Result | Promise<Result>,
      isAsked: (args: Args) => boolean,
    ) => {
      return async (args: Args): Promise<Result | undefined> => {
        if (!isAsked(args)) return undefined;
        let result: Result;
        try {
          result = await inTime(callback(args), esbuild.timeout);
        } catch (error) {
          // The error is returned as a message, so that esbuild adds the location of the import.
          return {
            errors: [{ text: describe(name, hook, error, 'path' in args ? ` of ${args.path}` : '') }],
          } as Result;
        }
        if (typeof result === 'object' && result !== null && 'watchFiles' in result)
          onFiles(result.watchFiles as string[]);
        return result;
      };
    };
    const always = (): boolean => true;
    return {
      ...build,
      onStart: (callback) => build.onStart(run('onStart', callback, always) as typeof callback),
      onEnd: (callback) => build.onEnd(run('onEnd', callback, always) as typeof callback),
      onResolve(options: OnResolveOptions, callback) {
        const callHook = run('onResolve', callback, ({ importer }) => !isOurs(importer));
        build.onResolve(inside(options), async (args) => inside(await callHook(outside(args))));
      },
      onLoad(options: OnLoadOptions, callback) {
        const runHook = run('onLoad', callback, always);
        build.onLoad(inside(options), async (args) => {
          const isAsked = args.namespace === 'file' ? !isOurs(args.path) : args.namespace.startsWith(PREFIX);
          return isAsked ? await runHook(outside(args)) : undefined;
        });
      },
    };
  }
}

/** Prefix for the namespaces of the project's plugins, whose names may be the same as ours. */
const PREFIX = 'plugin-';

function inside<Place extends { namespace?: string } | null | undefined>(folders: Place): Place {
  const { namespace } = folders ?? {};
  return namespace === undefined || namespace === 'file' ? folders : { ...folders, namespace: PREFIX + namespace };
}

function outside<Place extends { namespace: string }>(siteFolders: Place): Place {
  const { namespace } = siteFolders;
  return namespace.startsWith(PREFIX) ? { ...siteFolders, namespace: namespace.slice(PREFIX.length) } : siteFolders;
}

function isOurs(filePath: string): boolean {
  return path.isAbsolute(filePath) && isInside(path.join(packageDir, 'src'), filePath);
}

function describe(name: string, hook: string, error: unknown, subject = ''): string {
  if (error instanceof TimeoutError)
    return `The plugin \`${name}\` did not answer: ${error.message} (${hook}${subject})`;
  return `The plugin \`${name}\` threw in ${hook}: ${messageOf(error)}`;
}
