import type { DemoData } from '../../shared/page-data.ts';
import type { announce } from '../announce.ts';
import type { Runtime } from '../runtime.ts';
import type { extendSteps, prepareMore } from '../steps/more-steps.ts';
import type { Step } from '../steps/types.ts';

export interface PlayerContext {
  demo: DemoData;
  element: HTMLElement;
  runtime: Runtime;
  steps: readonly Step[];
  /** Functions that few demos use. */
  more: MoreSteps | undefined;
  announce: typeof announce;
}

export interface MoreSteps {
  extendSteps: typeof extendSteps;
  prepareMore: typeof prepareMore;
}

export interface PlayerModule {
  createPlayer: (context: PlayerContext) => Player;
}

export interface Player {
  press: (control: HTMLElement) => void;
  dispose: () => void;
}
