import { withBase } from '../../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';

/** Script of the tools above long tables. */
export interface TableScript {
  /** Path in the output. */
  file: string;
  url: string;
  text: string;
}

/**
 * Reads the script of long tables, which is compiled with the tool.
 *
 * @param base ends with `/`
 */
export async function readTableScript(base: string): Promise<TableScript> {
  const text = await readBrowserScript('api-table.js');
  const file = contentPath('api-table', 'js', text);
  return { file, url: withBase(base, `/${file}`), text };
}
