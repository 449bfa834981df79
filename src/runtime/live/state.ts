import type { RefObject } from 'react';
import type { DemoData } from '../../shared/page-data.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { LiveFailure } from './protocol.ts';

export interface LiveState {
  open: boolean;
  edited: boolean;
  /** True while a task takes longer than half a second. */
  loading: boolean;
  shown: boolean;
  failure?: LiveFailure;
  /** Set while the demo has code from a link. A reset clears it. */
  link?: LinkedCode;
}

export interface LinkedCode {
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
