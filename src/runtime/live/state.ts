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
