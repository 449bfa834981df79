import type { RefObject } from 'react';
import type { DemoData } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { LiveFailure } from './protocol.ts';

/** Visible state of a demo's live editing. */
export interface LiveState {
  /** True if the code is editable. */
  open: boolean;
  /** True if a file differs from its published text. */
  edited: boolean;
  /** True while a task takes longer than half a second. */
  loading: boolean;
  /** True if the frame with the edited demo replaces the demo. */
  shown: boolean;
  failure?: LiveFailure;
  /** Set while the demo has code from a link. A reset clears it. */
  link?: LinkedCode;
}

/** Code from a link to an edited demo. */
export interface LinkedCode {
  /** Names of the files that the link changed. */
  files: string[];
  /** True if the code does not run: the reader has not pressed Run yet, or the demo was stopped. */
  isWaiting: boolean;
}

export const IDLE: LiveState = { open: false, edited: false, loading: false, shown: false };

export interface CardContext {
  demo: DemoData;
  runtime: Runtime;
  card: RefObject<HTMLElement | null>;
  state: Store<LiveState>;
}
