import type { DemoSource } from '../../shared/demo-source.ts';

/** So many characters of edited text, or of the CSS that becomes of it, are taken: a link, a frame and a page bear them. */
export const MOST_TEXT = 1_000_000;
/** A failure is told with so many characters of its message, and of its stack. */
export const MOST_FAILURE = 5_000;

/** What is wrong with the length of texts together. @param what names them at the beginning of the message */
export function sizeFault(texts: Record<string, string>, what: string): string | undefined {
  const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  return length > MOST_TEXT ? `${what} are longer than ${MOST_TEXT.toLocaleString('en-US')} characters` : undefined;
}

/** Something that went wrong in an edited demo. */
export interface LiveFailure {
  /**
   * `compile`: the text; `render`: the first rendering, so that the last good one stays; `runtime`: later;
   * `stopped`: the frame was silent for too long; `focus`: the frame took the focus from the page; `setup`: the frame could
   * not be used.
   */
  kind: 'compile' | 'render' | 'runtime' | 'stopped' | 'focus' | 'setup';
  /** Empty when nothing was said, as for `throw null`. */
  message: string;
  /** Name of the file, with line and column from 1. */
  file?: string;
  line?: number;
  column?: number;
  stack?: string;
}

/** How the page looks around the frame. */
export interface FramePreferences {
  color: 'light' | 'dark';
  lang: string;
  dir: string;
  /** CSS declarations for the body. */
  style: Record<string, string>;
}

/** What a frame must know of a demo. */
export type FrameSource = Pick<
  DemoSource,
  'imports' | 'styles' | 'cssModules' | 'built' | 'media' | 'modules' | 'setup' | 'env' | 'less' | 'prefersColor'
> & {
  entry: string;
  /** Texts as published, by file name: their sheets are compiled already. */
  originals: Record<string, string>;
};

/** From the page to the frame, by the port that the page gives to the frame's document: it ends with that document. */
export type ToFrame =
  | { type: 'setup'; scripts: string[]; source: FrameSource; preferences: FramePreferences }
  | { type: 'script'; text: string }
  | { type: 'run'; run: number; files: Record<string, string> }
  | { type: 'preferences'; preferences: FramePreferences }
  | { type: 'ping' };

/** From the frame to the page, as JSON: how long a message is can be seen before anything is done with it. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'pong' }
  /** `styles`: CSS of the demo's own sheets by `./name`, as a project would have them. */
  | { type: 'rendered'; run: number; styles: Record<string, string> }
  /** Without a run: it happened later. */
  | { type: 'failed'; run?: number; failure: LiveFailure }
  | { type: 'height'; height: number };

/**
 * From the frame to the page, by a separate port that edited code cannot reach. `press`: the reader pressed in the frame.
 * `key`: a key that enters a character was pressed there. `answer`: reply to the page, sent after all earlier presses and keys.
 */
export type PressMessage = 'press' | 'answer' | { key: string };
