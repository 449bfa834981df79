import type { UserConfig } from './types.ts';

/** Adds types to `cascader-docs.config.ts`. Returns the configuration unchanged. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
