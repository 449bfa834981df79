import type { RefObject } from 'react';
import type { DemoData } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { LiveFailure } from './protocol.ts';

/** What is to be seen of the live editing of a demo. */
export interface LiveState {
  /** The code is editable. */
  open: boolean;
  /** A file differs from what was published. */
  edited: boolean;
  /** Something takes longer than half a second. */
  loading: boolean;
  /** The frame with the edited demo stands in place of the demo. */
  shown: boolean;
  failure?: LiveFailure;
  /** Set while the demo has code from a link. A reset clears it. */
  link?: LinkedCode;
}

/** Code from a link to an edited demo. */
export interface LinkedCode {
  /** Names of the files that the link changed. */
  files: string[];
  /** The reader has not pressed Run yet, or the demo was stopped: the code does not run. */
  isWaiting: boolean;
}

/** Before anything was edited. */
export const IDLE: LiveState = { open: false, edited: false, loading: false, shown: false };

/** What the controller of a card works with. */
export interface CardContext {
  demo: DemoData;
  runtime: Runtime;
  card: RefObject<HTMLElement | null>;
  state: Store<LiveState>;
}
