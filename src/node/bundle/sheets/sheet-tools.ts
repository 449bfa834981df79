import path from 'node:path';
import type { Site } from '../../project/config/types.ts';
import type { PostCss } from './postcss.ts';
import { findPostCssConfig, isPostCssConfig } from './postcss-config.ts';
import { type LoadedSass, loadSass } from './sass.ts';

/** The compilers of a site's sheets, each loaded when the first sheet asks for it. */
export interface SheetTools {
  sass: () => LoadedSass;
  /** PostCSS, when the project has a configuration of it. */
  postcss: () => Promise<PostCss | undefined>;
  /** True when the project has a configuration of PostCSS. */
  hasPostCss: () => boolean;
  /**
   * Tells that files have changed: a configuration among them is read anew. True when another one holds, since one came or
   * went: then every sheet is to be compiled anew.
   */
  touch(changed: ReadonlySet<string>): boolean;
}

/** Creates the tools of a site. Nothing is loaded yet. */
export function createSheetTools(site: Site): SheetTools {
  let sass: LoadedSass | undefined;
  let config: { filePath: string | undefined } | undefined;
  let postcss: Promise<PostCss | undefined> | undefined;
  /** Files that the configuration of PostCSS was read from, once it is known. */
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
    sass() {
      sass ??= loadSass(site);
      return sass;
    },
    hasPostCss,
    async postcss() {
      if (hasPostCss()) postcss ??= load();
      return await postcss;
    },
    touch(changed) {
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
