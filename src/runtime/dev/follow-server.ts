import { UPDATE_EVENT } from '../../shared/dev-protocol.ts';

/** What a page does with the server's news. */
export interface ServerNews {
  /** A page may be another one than when it was asked for. */
  onUpdate: () => void;
  /** The server that sent this page is gone. */
  onGone: () => unknown;
}

type News = keyof ServerNews;

/**
 * Follows the stream of the server. A browser makes few connections to a host, and a stream takes one: of all pages and
 * frames of the site, one opens it and tells the others; when it goes, the next one does. Where the browser cannot
 * arrange that, as without a secure connection, each page opens its own.
 *
 * @param address of the stream, with the token of the server
 */
export function followServer(address: string, react: ServerNews): void {
  const channel = new BroadcastChannel(address);
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => react[data]());
  const tell = (news: News): void => {
    channel.postMessage(news);
    react[news]();
  };
  const listen = (): Promise<true> =>
    new Promise((resolve) => {
      const events = new EventSource(address);
      const end = (): void => {
        events.close();
        resolve(true);
      };
      // What happened before, or while the stream was interrupted, was told to nobody.
      events.addEventListener('open', () => tell('onUpdate'));
      events.addEventListener(UPDATE_EVENT, () => tell('onUpdate'));
      events.addEventListener('error', () => {
        if (events.readyState !== EventSource.CLOSED) return;
        tell('onGone');
        end();
      });
      // A page that is kept for Back would keep its connection too.
      addEventListener('pagehide', end);
    });
  const arrange = async ({ locks }: Navigator): Promise<void> => {
    if (await locks.request(address, { ifAvailable: true }, (lock) => lock && listen())) return;
    react.onUpdate();
    await locks.request(address, listen);
  };
  void (navigator.locks ? arrange(navigator) : listen());
}
