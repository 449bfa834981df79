import path from 'node:path';
import type { Site } from '../../project/config/types.ts';
import type { PostCss } from './postcss.ts';
import { findPostCssConfig, isPostCssConfig } from './postcss-config.ts';
import { type LoadedSass, loadSass } from './sass.ts';

export type SheetTools = ReturnType<typeof createSheetTools>;

/** Creates the compilers for a site's style sheets. Each is loaded when the first style sheet needs it. */
export function createSheetTools(site: Site) {
  let sass: LoadedSass | undefined;
  let config: { filePath: string | undefined } | undefined;
  let postcss: Promise<PostCss | undefined> | undefined;
  /** Files of the PostCSS configuration. Undefined until the configuration is loaded. */
  let files: string[] | undefined;
  const hasPostCss = (): boolean => {
    config ??= { filePath: findPostCssConfig(site) };
    return config.filePath !== undefined;
  };
  const load = async (): Promise<PostCss | undefined> => {
    const loaded = await (await import('./postcss.ts')).loadPostCss(site);
    files = loaded?.files;
    return loaded;
  };
  return {
    sass(): LoadedSass {
      sass ??= loadSass(site);
      return sass;
    },
    hasPostCss,
    async postcss(): Promise<PostCss | undefined> {
      if (hasPostCss()) postcss ??= load();
      return await postcss;
    },
    /** Returns true if a configuration was added or removed, so that every style sheet must be compiled again. */
    touch(changed: ReadonlySet<string>): boolean {
      const isRead = postcss && (!files || files.some((file) => changed.has(file)));
      if (!isRead && ![...changed].some((file) => isConfig(path.basename(file)))) return false;
      const last = config;
      config = undefined;
      postcss = undefined;
      files = undefined;
      return last !== undefined && findPostCssConfig(site) !== last.filePath;
    },
  };
}

const isConfig = (name: string): boolean => name === 'package.json' || isPostCssConfig(name);
