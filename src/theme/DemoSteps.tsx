import type { ReactElement } from 'react';
import { NEEDS_RUNTIME } from '../runtime/index.ts';
import {
  STEP_ACTION_ATTRIBUTE,
  STEP_ATTRIBUTE,
  STEP_NOTE_ATTRIBUTE,
  STEPS_ATTRIBUTE,
  STEPS_NOTE_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import type { StepInfo } from '../shared/steps.ts';
import { KeyboardTable } from './KeyboardTable.tsx';
import { useStaticText } from './use-static-text.ts';

/**
 * Renders the steps of a demo: their names, the controls of the player, and the keys of keyboard steps. A playground has
 * no table of keys, because its props change what keys do.
 */
export function DemoSteps({ steps, playground }: { steps: StepInfo[]; playground?: boolean }): ReactElement {
  const text = useStaticText();
  const hasKeys = !playground && steps.some(({ keys = [] }) => keys.length > 0);
  return (
    <details {...{ [STEPS_ATTRIBUTE]: '' }}>
      <summary>
        <span {...text('steps.label')} /> <span className="steps-count">{`(${steps.length})`}</span>{' '}
        {hasKeys && (
          <>
            · <span {...text('steps.keyboard')} />
          </>
        )}
      </summary>
      <StepControls />
      <p className="steps-edited" {...text('steps.original')} />
      <p className="steps-note" {...{ [STEPS_NOTE_ATTRIBUTE]: '' }} />
      <ol className="step-list">
        {steps.map(({ name, realInput }) => (
          <li key={name} {...{ [STEP_ATTRIBUTE]: '' }}>
            {name} {realInput && <span className="step-yours" {...text('steps.yourself')} />}{' '}
            <span className="step-note" {...{ [STEP_NOTE_ATTRIBUTE]: '' }} />
          </li>
        ))}
      </ol>
      {hasKeys && <KeyboardTable steps={steps} />}
    </details>
  );
}

/** The speed is text in every language. */
function StepControls(): ReactElement {
  const text = useStaticText();
  const control = (action: string): Record<string, string> => ({
    className: 'small-button',
    [STEP_ACTION_ATTRIBUTE]: action,
    [NEEDS_RUNTIME]: '',
  });
  return (
    <div className="steps-controls">
      <button type="button" {...control('play')} aria-keyshortcuts="Escape">
        <span className="when-paused" {...text('steps.play')} />
        <span className="when-playing" {...text('steps.pause')} />
      </button>
      <button type="button" {...control('previous')} aria-disabled="true" {...text('steps.previous')} />
      <button type="button" {...control('next')} {...text('steps.next')} />
      <button type="button" {...control('speed')}>
        <span {...text('steps.speed')} /> <span>1×</span>
      </button>
    </div>
  );
}
