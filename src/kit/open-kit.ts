import type { Kit } from '../node/project/config/kit-types.ts';
import type { ResolvedConfig } from '../node/project/config/types.ts';
import { createOutput, type Output } from './output.ts';

/** The kit of a command. */
export interface OpenKit {
  kit: Kit;
  /** Shuts down the servers that the command has started. */
  close(): Promise<void>;
}

export interface OpenKitOptions {
  signal?: AbortSignal;
  /** Receives what the command prints. Default: the output of the process. */
  output?: Output;
}

/** Returns the kit of a command. */
export function openKit({
  signal = new AbortController().signal,
  output = createOutput(() => 'text'),
}: OpenKitOptions = {}): OpenKit {
  const servers = new Set<{ close(): Promise<void> }>();
  return {
    kit: {
      ...output,
      signal,
      // Most commands of the tool start faster without the pipeline.
      loadSite: async (root = '.') => (await import('./load-site.ts')).loadForCommand(root, { signal, servers }),
    },
    close: async () => void (await Promise.all([...servers].map((server) => server.close()))),
  };
}

/**
 * Returns the commands that plugins add to a site, with the names of the plugins.
 *
 * @param root folder of the site. Default: the working directory
 * @throws DiagnosticError if the configuration is invalid
 */
export async function commandsOf(
  root = '.',
  { signal }: { signal?: AbortSignal } = {},
): Promise<ResolvedConfig['commands']> {
  const { loadSite } = await import('../node/build/site.ts');
  return (await loadSite(root, { signal })).site.config.commands;
}
