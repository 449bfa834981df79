import { useEffect, useState } from 'react';
import { type Runtime, type ServerData, useRuntime } from './runtime.ts';

/**
 * What the server's loader answers for the page that is shown; undefined until then, and when it fails, which the console
 * tells. It is asked once a visit, of a page with `serverLoader: true` whose data is not in the document already.
 */
export function useServerLoaderData<Data = unknown>(): Data | undefined {
  const runtime = useRuntime();
  const [data, setData] = useState<unknown>();
  useEffect(() => {
    let end: (() => void) | undefined;
    let ended = false;
    void followServerData(runtime).then((answers) => {
      if (!answers || ended) return;
      const update = (): void => setData(() => answers.get());
      end = answers.subscribe(update);
      update();
    });
    return () => {
      ended = true;
      end?.();
    };
  }, [runtime]);
  return data as Data | undefined;
}

/** Has the server's loader asked for the page that is shown, and for those that come. What fails is logged. */
export function followServerData(runtime: Runtime): Promise<ServerData | undefined> {
  runtime.serverData ??= runtime
    .load(() => import('./server-data.ts'))
    .then(({ createServerData }) => createServerData(runtime))
    .catch((error: unknown) => {
      console.error(error);
      // The next page tries again.
      runtime.serverData = undefined;
      return undefined;
    });
  return runtime.serverData;
}
