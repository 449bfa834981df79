import type { UserConfig } from './types.ts';

/** Gives `cascader-docs.config.ts` its types: returns the configuration as it is. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
