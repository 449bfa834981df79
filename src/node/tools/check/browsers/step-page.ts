import type { PageMessage } from '../page-messages.ts';

export interface StepBrowser {
  readonly name: 'chromium' | 'firefox';
  readonly version: string;
  /**
   * Empty storage, settings of `READER`. In Firefox only one page has focus, so this waits until the last is closed.
   */
  openPage(): Promise<StepPage>;
  isConnected(): boolean;
  /** What its pages are doing then rejects. */
  close(): Promise<void>;
}

export interface StepPage {
  /** Waits until the document is parsed (`DOMContentLoaded`). Throws a DeadlineError after `timeout` milliseconds. */
  goto(url: string, timeout: number): Promise<void>;
  /**
   * Also if a content security policy forbids scripts. Waits for a promise. Throws a PageError, or a LostPageError if
   * the page is closed, crashes or navigates.
   */
  evaluate<Result>(expression: string): Promise<Result>;
  /** In documents that are opened from now on. Argument and result are JSON. */
  expose(name: string, call: (argument: never) => Promise<unknown>): Promise<void>;
  /** Runs code in documents that are opened from now on, before their own scripts. */
  addInitScript(code: string): Promise<void>;
  readonly input: StepInput;
  setViewport(width: number, height: number): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  takeMessages(): PageMessage[];
  /** Returns the dialogs since the last call. Each is dismissed when it opens. Only `goto` leaves a page despite a `beforeunload` dialog. */
  takeDialogs(): StepDialog[];
  /** Returns the URL of the document that has replaced the opened one since the last call. A new hash or history entry replaces nothing. */
  takeNavigation(): string | undefined;
  /** `isUsable`: it responds, so it can be emptied and opened again. */
  close(options?: { isUsable: boolean }): Promise<void>;
}

/** Input as a person gives it. Its events are trusted. */
export interface StepInput {
  /** Moves the pointer to the CSS pixel of the viewport that contains the point. */
  move(x: number, y: number): Promise<void>;
  click(x: number, y: number, options?: ClickOptions): Promise<void>;
  /** Presses the main button at a point, moves the pointer to another one, and releases it. */
  drag(from: InputPoint, to: InputPoint): Promise<void>;
  /** Modifiers come before the key: `Shift+Tab`. Throws an Error for a key that no keyboard has. */
  press(key: string): Promise<void>;
  /** Types into the focused element. A character that a US keyboard lacks is inserted without a key. */
  type(text: string): Promise<void>;
}

export interface InputPoint {
  x: number;
  y: number;
}

export const DRAG_MOVES = 5;

export interface ClickOptions {
  /** Default: `left`. */
  button?: 'left' | 'right';
  /** Number of clicks: 2 is a double click. Default: 1. */
  count?: number;
}

export interface StepDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  /** Message of the page. Empty for `beforeunload`, whose text is the browser's. */
  text: string;
}
