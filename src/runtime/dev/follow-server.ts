import { UPDATE_EVENT } from '../../shared/dev-protocol.ts';

export interface ServerNews {
  onUpdate: () => void;
  onGone: () => unknown;
}

type News = keyof ServerNews;

/**
 * Browsers limit connections per host, so one page or frame opens the stream and notifies the others. Without a secure
 * connection, each page opens its own stream.
 */
export function followServer(url: string, react: ServerNews): void {
  const channel = new BroadcastChannel(url);
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => react[data]());
  const notify = (news: News): void => {
    channel.postMessage(news);
    react[news]();
  };
  const listen = (): Promise<true> =>
    new Promise((resolve) => {
      const events = new EventSource(url);
      const end = (): void => {
        events.close();
        resolve(true);
      };
      // Changes before the connection, or during an interruption, were not reported.
      events.addEventListener('open', () => notify('onUpdate'));
      events.addEventListener(UPDATE_EVENT, () => notify('onUpdate'));
      events.addEventListener('error', () => {
        if (events.readyState !== EventSource.CLOSED) return;
        notify('onGone');
        end();
      });
      // A page in the back/forward cache would keep its connection.
      addEventListener('pagehide', end);
    });
  const arrange = async ({ locks }: Navigator): Promise<void> => {
    if (await locks.request(url, { ifAvailable: true }, (lock) => lock && listen())) return;
    react.onUpdate();
    await locks.request(url, listen);
  };
  void (navigator.locks ? arrange(navigator) : listen());
}
