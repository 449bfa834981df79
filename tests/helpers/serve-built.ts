import { type PreviewOptions, preview } from 'cascader-docs';
import { afterTest } from './after-file.ts';

/** Serves a built site until the test or its file ends. Returns its address, without a trailing slash. */
export async function serveBuilt(options: PreviewOptions): Promise<string> {
  const server = await preview({ ...options, port: 0 });
  afterTest(() => server.close());
  return (server.urls[0] ?? '').replace(/\/$/, '');
}
