import type { MessageId, MessageValues } from '../intl.ts';
import type { StepInput } from '../steps/user.ts';
import type { FreshDemo } from './mount-afresh.ts';
import type { StepList } from './step-list.ts';
import type { PlayerContext } from './types.ts';

export interface Run extends FreshDemo {
  input: StepInput;
}

export interface PlayState {
  run?: Run | undefined;
  /** Aborts the run, and everything that it waits for. */
  ending: AbortController;
  done: number;
  goal: number;
  isBusy: boolean;
  isPaused: boolean;
  isFailed: boolean;
  isYours: boolean;
  /** Steps are replayed without a pause, a highlight or an announcement. */
  isSilent: boolean;
}

export function createShownState(list: StepList, count: number) {
  const state = initialState();
  const onChange = (): void => {
    const { run, done, isBusy, isFailed, isYours } = state;
    const hasPrevious = run !== undefined && (done > 0 || isFailed || isYours || isBusy);
    list.setControls({ isPlaying: isPlaying(state), hasPrevious, hasNext: !isFailed && (!run || done < count) });
  };
  return {
    state,
    onChange,
    /** Pauses running steps. Returns false if no steps are visibly running. */
    pause(): boolean {
      if (!isPlaying(state)) return false;
      state.isPaused = true;
      onChange();
      return true;
    },
    stop(): void {
      state.ending.abort();
      Object.assign(state, initialState());
      list.clear();
      list.note('');
      onChange();
    },
  };
}

function initialState(): PlayState {
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

export function isPlaying({ isBusy, isPaused, isSilent }: PlayState): boolean {
  return isBusy && !isPaused && !isSilent;
}

export function textIn({ runtime }: Pick<PlayerContext, 'runtime'>, id: MessageId, values?: MessageValues): string {
  return runtime.messages.format(runtime.language.get(), id, values);
}
