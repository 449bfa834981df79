import fs from 'node:fs';
import path from 'node:path';
import type { Loader, OnLoadResult, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import { FENCE_NAMESPACE } from '../esbuild/entries.ts';
import { entryFiles } from './demo-graph.ts';

/**
 * Scripts do not allow top-level `await`, so such a demo becomes a lazy component. Modules that demos import are not
 * changed, because their importers do not wait.
 */
export function awaitingDemosPlugin(demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'awaiting-demos',
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]sx?$/, namespace: 'file' }, async ({ path: filePath }) => {
        if (!entryFiles(demos).includes(filePath)) return undefined;
        const loader = path.extname(filePath).slice(1) as Loader;
        // Synchronous, because some systems allow few open files.
        return await lazyModule(fs.readFileSync(filePath, 'utf8'), loader, filePath);
      });
      onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, async ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        return demo?.code && (await lazyModule(demo.code.text, demo.code.lang, demo.filePath));
      });
    },
  };
}

async function lazyModule(text: string, loader: Loader, filePath: string): Promise<OnLoadResult | undefined> {
  if (!/\bawait\b/.test(text)) return undefined;
  return (await import('./lazy-module.ts')).lazyModule(text, loader, filePath);
}
