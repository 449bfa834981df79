import { withBase } from '../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../base/browser-scripts.ts';

export interface SearchScripts {
  files: Map<string, string>;
  dialog: string;
  worker: string;
}

export async function readSearchScripts(base: string): Promise<SearchScripts> {
  const [dialog, worker] = await Promise.all([readBrowserScript('search.js'), readBrowserScript('search-worker.js')]);
  const files = new Map<string, string>();
  const emit = (name: string, text: string): string => {
    const file = contentPath(name, 'js', text);
    files.set(file, text);
    return withBase(base, `/${file}`);
  };
  return { dialog: emit('search', dialog), worker: emit('search-worker', worker), files };
}
