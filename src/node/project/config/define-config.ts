import type { Plugin, UserConfig } from './types.ts';

/** Adds types to `cascader-docs.config.ts`. Returns the configuration unchanged. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}

/** Adds types to a plugin: a named partial configuration. Returns it unchanged. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
