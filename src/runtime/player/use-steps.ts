import { type RefObject, useEffect } from 'react';
import { STEP_ACTION_ATTRIBUTE, STEPS_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { announce } from '../announce.ts';
import { PLAY_EVENT } from '../events.ts';
import { createImport } from '../load-module.ts';
import { useRuntime } from '../runtime.ts';
import type { Step } from '../steps/types.ts';
import type { MoreSteps, Player, PlayerModule } from './types.ts';

/**
 * Makes the controls of a demo's steps work. The player is loaded when one of them is pressed for the first time.
 *
 * @param card ref of the card, which contains the static piece `steps:<id>`
 * @param isEdited the card shows an edited version, to which the steps do not belong
 */
export function useSteps(demo: DemoData, card: RefObject<HTMLElement | null>, isEdited: boolean): void {
  const runtime = useRuntime();
  useEffect(() => {
    const element = card.current?.querySelector<HTMLElement>(`[${STEPS_ATTRIBUTE}]`);
    if (!demo.steps || !element) return;
    const { js, runner, more } = demo.steps;
    const loadPlayer = createImport<PlayerModule>(runtime.load, runner);
    const loadSteps = createImport<{ steps: readonly Step[] }>(runtime.load, js);
    const loadMore = more === undefined ? undefined : createImport<MoreSteps>(runtime.load, more);
    let player: Promise<Player> | undefined;
    let isLeft = false;
    // Presses while the player loads. Later ones do not reach the element, because the player receives them at the window.
    const begin = ({ target }: Event): void => {
      const control = (target as Element).closest<HTMLElement>(`[${STEP_ACTION_ATTRIBUTE}]`);
      if (!control) return;
      const isFirst = player === undefined;
      player ??= Promise.all([loadPlayer(), loadSteps(), loadMore?.()]).then(([{ createPlayer }, { steps }, more]) =>
        createPlayer({ demo, element, runtime, announce, steps, more }),
      );
      player.then(
        ({ press }) => !isLeft && press(control),
        (error: Error) => {
          player = undefined;
          if (isFirst) announce(error.message);
        },
      );
    };
    element.addEventListener('click', begin);
    return () => {
      isLeft = true;
      element.removeEventListener('click', begin);
      void player?.then(({ dispose }) => dispose());
    };
  }, [demo, card, runtime]);
  useEffect(() => {
    const element = card.current?.querySelector(`[${STEPS_ATTRIBUTE}]`);
    if (!element || !isEdited) return;
    const setEdited = (isOn: boolean): void => {
      element.setAttribute(STEPS_ATTRIBUTE, isOn ? 'edited' : '');
      for (const control of element.querySelectorAll<HTMLButtonElement>(`[${STEP_ACTION_ATTRIBUTE}]`))
        control.disabled = isOn;
    };
    document.dispatchEvent(new Event(PLAY_EVENT));
    setEdited(true);
    return () => setEdited(false);
  }, [card, isEdited]);
}
