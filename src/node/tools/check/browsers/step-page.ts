import type { PageMessage } from '../page-messages.ts';

/** A browser that runs steps. */
export interface StepBrowser {
  readonly name: 'chromium' | 'firefox';
  readonly version: string;
  /**
   * Opens a page with empty storage and the settings of `READER`. In Firefox only one page has focus, so this waits until the last page is
   * closed.
   */
  openPage(): Promise<StepPage>;
  isConnected(): boolean;
  /** Closes the browser. What its pages are doing then rejects. */
  close(): Promise<void>;
}

/** A page of any browser, as steps need it. */
export interface StepPage {
  /**
   * Opens an address, and waits until the document is parsed (`DOMContentLoaded`).
   *
   * @param timeout milliseconds
   * @throws DeadlineError after that time
   */
  goto(url: string, timeout: number): Promise<void>;
  /**
   * Evaluates an expression in the page, also if a content security policy forbids scripts. Waits for a promise, and returns the value as
   * JSON can represent it.
   *
   * @throws PageError if the expression throws
   * @throws LostPageError if the page is closed, crashes or navigates before there is a value
   */
  evaluate<Result>(expression: string): Promise<Result>;
  /**
   * Defines `globalThis[name]` in documents that are opened from now on: an async function with one argument. Argument and result are JSON.
   */
  expose(name: string, call: (argument: never) => Promise<unknown>): Promise<void>;
  /** Runs code in documents that are opened from now on, before their own scripts. */
  addInitScript(code: string): Promise<void>;
  readonly input: StepInput;
  setViewport(width: number, height: number): Promise<void>;
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  /** Returns messages and errors since the last call. */
  takeMessages(): PageMessage[];
  /** Returns the dialogs since the last call. Each is dismissed when it opens. Only `goto` leaves a page despite a `beforeunload` dialog. */
  takeDialogs(): StepDialog[];
  /** Returns the URL of the document that has replaced the opened one since the last call. A new hash or history entry replaces nothing. */
  takeNavigation(): string | undefined;
  close(): Promise<void>;
}

/** Input as a person gives it. Its events are trusted. */
export interface StepInput {
  /** Moves the pointer to the CSS pixel of the viewport that contains the point. */
  move(x: number, y: number): Promise<void>;
  click(x: number, y: number, options?: ClickOptions): Promise<void>;
  /**
   * Presses a key, with modifiers before it: `Enter`, `a`, `Shift+Tab`, `Control+A`.
   *
   * @throws Error for a key that no keyboard has
   */
  press(key: string): Promise<void>;
  /** Types into the focused element. A character that a US keyboard lacks is inserted without a key. */
  type(text: string): Promise<void>;
}

export interface ClickOptions {
  /** Default: `left`. */
  button?: 'left' | 'right';
  /** Number of clicks: 2 is a double click. Default: 1. */
  count?: number;
}

/** A dialog that a page has opened. */
export interface StepDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  /** Message of the page. Empty for `beforeunload`, whose text is the browser's. */
  text: string;
}
