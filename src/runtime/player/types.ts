/** What the card and the player of steps exchange. */
import type { DemoData } from '../../shared/page-data.ts';
import type { announce } from '../announce.ts';
import type { Runtime } from '../runtime.ts';
import type { Step } from '../steps/types.ts';

/** Dependencies of a player. */
export interface PlayerContext {
  demo: DemoData;
  /** Element with the list and the controls. */
  element: HTMLElement;
  runtime: Runtime;
  steps: readonly Step[];
  announce: typeof announce;
}

/** The module of the player, which is compiled with the tool. */
export interface PlayerModule {
  createPlayer: (context: PlayerContext) => Player;
}

/** Plays the steps of a demo for a reader. */
export interface Player {
  /** Performs the action of a control. */
  press: (control: HTMLElement) => void;
  dispose: () => void;
}
