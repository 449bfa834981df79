import {
  STEP_ACTION_ATTRIBUTE,
  STEP_ATTRIBUTE,
  STEP_NOTE_ATTRIBUTE,
  STEPS_ATTRIBUTE,
  STEPS_NOTE_ATTRIBUTE,
} from '../../shared/dom-contract.ts';

/** `yours`: the reader must perform the step. */
export type StepState = 'running' | 'done' | 'failed' | 'yours';

export type StepList = ReturnType<typeof createStepList>;

export function createStepList(element: Element) {
  const items = [...element.querySelectorAll(`[${STEP_ATTRIBUTE}]`)];
  const note = (place: Element, attribute: string, text = ''): void => {
    const found = place.querySelector(`[${attribute}]`);
    if (found) found.textContent = text;
  };
  const enable = (action: string, isEnabled: boolean): void => {
    const control = element.querySelector(`[${STEP_ACTION_ATTRIBUTE}="${action}"]`);
    if (control) control.ariaDisabled = String(!isEnabled);
  };
  return {
    mark(index: number, state: StepState, text?: string): void {
      for (const [at, item] of items.entries()) {
        if (at === index) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
      }
      const item = items[index];
      if (!item) return;
      item.setAttribute(STEP_ATTRIBUTE, state);
      note(item, STEP_NOTE_ATTRIBUTE, text);
    },
    clear(): void {
      for (const item of items) {
        item.removeAttribute('aria-current');
        item.setAttribute(STEP_ATTRIBUTE, '');
        note(item, STEP_NOTE_ATTRIBUTE);
      }
    },
    /** Shows a note about all steps; an empty one removes it. */
    note: (text: string): void => note(element, STEPS_NOTE_ATTRIBUTE, text),
    setControls({
      isPlaying,
      hasPrevious,
      hasNext,
    }: {
      isPlaying: boolean;
      hasPrevious: boolean;
      hasNext: boolean;
    }): void {
      if (element.getAttribute(STEPS_ATTRIBUTE) !== 'edited')
        element.setAttribute(STEPS_ATTRIBUTE, isPlaying ? 'playing' : '');
      enable('previous', hasPrevious);
      enable('next', hasNext);
    },
  };
}
