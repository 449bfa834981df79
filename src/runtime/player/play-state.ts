import type { MessageId, MessageValues } from '../intl.ts';
import type { StepInput } from '../steps/user.ts';
import type { FreshDemo } from './mount-afresh.ts';
import type { PlayerContext } from './types.ts';

/** A demo that was mounted for its steps. */
export interface Run extends FreshDemo {
  input: StepInput;
}

/** What a player does at the moment. */
export interface PlayState {
  run?: Run | undefined;
  /** Ends the run, and everything that it waits for. */
  ending: AbortController;
  /** Number of steps that are done, and the number after which the player stops. */
  done: number;
  goal: number;
  isBusy: boolean;
  isPaused: boolean;
  isFailed: boolean;
  /** The next step is the reader's. */
  isYours: boolean;
  /** Steps are replayed without a pause, a highlight or an announcement. */
  isSilent: boolean;
}

/** Returns the state before any step. */
export function initialState(): PlayState {
  return {
    run: undefined,
    ending: new AbortController(),
    done: 0,
    goal: 0,
    isBusy: false,
    isPaused: false,
    isFailed: false,
    isYours: false,
    isSilent: false,
  };
}

/** Returns true while the reader sees steps running. */
export function isPlaying({ isBusy, isPaused, isSilent }: PlayState): boolean {
  return isBusy && !isPaused && !isSilent;
}

/** Returns an interface string in the reader's language. */
export function textIn({ runtime }: Pick<PlayerContext, 'runtime'>, id: MessageId, values?: MessageValues): string {
  return runtime.messages.format(runtime.language.get(), id, values);
}
