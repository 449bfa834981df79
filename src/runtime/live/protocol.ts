import type { DemoSource } from '../../shared/demo-source.ts';

/** What the page and the frame of an edited demo say to each other. Every message carries the frame's nonce. */
export type Nonced<Message> = Message & { nonce: string };

/** Something that went wrong in an edited demo. */
export interface LiveFailure {
  /**
   * `compile`: the text; `render`: the first rendering, so that the last good one stays; `runtime`: later;
   * `stopped`: the frame was silent for too long; `setup`: the frame could not be used.
   */
  kind: 'compile' | 'render' | 'runtime' | 'stopped' | 'setup';
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
export type FrameSource = Pick<DemoSource, 'imports' | 'styles' | 'media' | 'less'> & {
  entry: string;
  /** Texts as published, by file name: their sheets are compiled already. */
  originals: Record<string, string>;
};

/** From the page to the frame. */
export type ToFrame =
  | { type: 'setup'; scripts: string[]; source: FrameSource; preferences: FramePreferences }
  | { type: 'script'; text: string }
  | { type: 'run'; run: number; files: Record<string, string> }
  | { type: 'preferences'; preferences: FramePreferences }
  | { type: 'ping' };

/** From the frame to the page. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'pong' }
  /** `styles`: CSS of the demo's own sheets by `./name`. */
  | { type: 'rendered'; run: number; styles: Record<string, string> }
  /** Without a run: it happened later. */
  | { type: 'failed'; run?: number; failure: LiveFailure }
  | { type: 'height'; height: number };
