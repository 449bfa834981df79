import {
  STEP_ACTION_ATTRIBUTE,
  STEP_ATTRIBUTE,
  STEP_NOTE_ATTRIBUTE,
  STEPS_ATTRIBUTE,
  STEPS_NOTE_ATTRIBUTE,
} from '../../shared/dom-contract.ts';

/** `yours`: the reader must perform the step. */
export type StepState = 'running' | 'done' | 'failed' | 'yours';

export interface StepList {
  mark: (index: number, state: StepState, note?: string) => void;
  clear: () => void;
  /** Shows a note about all steps; an empty one removes it. */
  note: (text: string) => void;
  /** Shows whether steps are running, and which controls have an effect. */
  setControls: (state: { isPlaying: boolean; hasPrevious: boolean; hasNext: boolean }) => void;
}

export function createStepList(element: Element): StepList {
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
    mark(index, state, text) {
      for (const [at, item] of items.entries()) {
        if (at === index) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
      }
      const item = items[index];
      if (!item) return;
      item.setAttribute(STEP_ATTRIBUTE, state);
      note(item, STEP_NOTE_ATTRIBUTE, text);
    },
    clear() {
      for (const item of items) {
        item.removeAttribute('aria-current');
        item.setAttribute(STEP_ATTRIBUTE, '');
        note(item, STEP_NOTE_ATTRIBUTE);
      }
    },
    note: (text) => note(element, STEPS_NOTE_ATTRIBUTE, text),
    setControls({ isPlaying, hasPrevious, hasNext }) {
      if (element.getAttribute(STEPS_ATTRIBUTE) !== 'edited')
        element.setAttribute(STEPS_ATTRIBUTE, isPlaying ? 'playing' : '');
      enable('previous', hasPrevious);
      enable('next', hasNext);
    },
  };
}
