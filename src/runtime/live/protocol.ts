import type { DemoSource } from '../../shared/demo-source.ts';

/** Maximum total length of edited files, or of their CSS, in characters. Links, frames and pages can handle this much. */
export const MOST_TEXT = 1_000_000;
/** Maximum length of a failure's message and of its stack, in characters. */
export const MOST_FAILURE = 5_000;

export function sizeFault(texts: Record<string, string>, what: string): string | undefined {
  const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  return length > MOST_TEXT ? `${what} are longer than ${MOST_TEXT.toLocaleString('en-US')} characters` : undefined;
}

export interface LiveFailure {
  /**
   * - `compile`: the text is invalid
   * - `render`: the first render failed, so the last working version stays
   * - `runtime`: a later error
   * - `stopped`: the frame did not respond for too long
   * - `focus`: the frame stole the focus from the page
   * - `setup`: the frame could not be used
   */
  kind: 'compile' | 'render' | 'runtime' | 'stopped' | 'focus' | 'setup';
  /** Empty if the thrown value has no message, as for `throw null`. */
  message: string;
  /** Name of the file, with line and column from 1. */
  file?: string;
  line?: number;
  column?: number;
  stack?: string;
}

export interface FramePreferences {
  color: 'light' | 'dark';
  lang: string;
  dir: string;
  /** CSS declarations for the body. */
  style: Record<string, string>;
}

export type FrameSource = Pick<
  DemoSource,
  'imports' | 'styles' | 'cssModules' | 'built' | 'media' | 'modules' | 'setup' | 'env' | 'less' | 'prefersColor'
> & {
  entry: string;
  /** Published file contents by name. Their style sheets are already compiled. */
  originals: Record<string, string>;
};

/** Messages from the page to the frame, through a port that exists as long as the frame's document. */
export type ToFrame =
  | { type: 'setup'; scripts: string[]; source: FrameSource; preferences: FramePreferences }
  | { type: 'script'; text: string }
  | { type: 'run'; run: number; files: Record<string, string> }
  | { type: 'preferences'; preferences: FramePreferences }
  | { type: 'ping' };

/** Messages from the frame to the page, as JSON, so that the page can check their length before reading them. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'pong' }
  /** `styles`: CSS of the demo's own style sheets by `./name`, as a project would contain it. */
  | { type: 'rendered'; run: number; styles: Record<string, string> }
  /** Without `run`, the failure occurred after the run. */
  | { type: 'failed'; run?: number; failure: LiveFailure }
  | { type: 'height'; height: number };

/**
 * Messages through a separate port, which edited code cannot reach. `answer` is sent after all earlier presses and
 * keys.
 */
export type PressMessage = 'press' | 'answer' | { key: string };
