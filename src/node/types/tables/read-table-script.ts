import { withBase } from '../../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';

export interface TableScript {
  file: string;
  url: string;
  text: string;
}

/** `base` ends with `/`. */
export async function readTableScript(base: string): Promise<TableScript> {
  const text = await readBrowserScript('api-table.js');
  const file = contentPath('api-table', 'js', text);
  return { file, url: withBase(base, `/${file}`), text };
}
