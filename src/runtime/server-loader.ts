import { useEffect, useState } from 'react';
import { type Runtime, type ServerData, useRuntime } from './runtime.ts';

/**
 * Returns the data of the current page's server loader. Undefined until it is loaded, and if loading fails; the error is
 * logged. The loader is requested once per visit, for pages with `serverLoader: true` whose data is not already in the
 * document.
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

/** Errors are logged. */
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
