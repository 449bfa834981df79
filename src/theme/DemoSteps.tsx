import { Fragment, type ReactElement } from 'react';
import { type MessageId, NEEDS_RUNTIME } from '../runtime/index.ts';
import {
  STEP_ACTION_ATTRIBUTE,
  STEP_ATTRIBUTE,
  STEP_NOTE_ATTRIBUTE,
  STEPS_ATTRIBUTE,
  STEPS_NOTE_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import { ownValue } from '../shared/own-value.ts';
import { collapseKeys, type KeyPress } from '../shared/step-keys.ts';
import type { StepInfo } from '../shared/steps.ts';
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

/** Labels of keys as on a keyboard, by name. Other keys have their name as label. */
const LABELS: Record<string, string> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

const SYMBOLS: Record<string, [symbol: string, name: MessageId]> = {
  ArrowUp: ['↑', 'steps.key.up'],
  ArrowDown: ['↓', 'steps.key.down'],
  ArrowLeft: ['←', 'steps.key.left'],
  ArrowRight: ['→', 'steps.key.right'],
};

function KeyboardTable({ steps }: { steps: StepInfo[] }): ReactElement {
  const text = useStaticText();
  const rows = steps.filter(({ keys = [] }) => keys.length > 0);
  return (
    <table className="keyboard-table">
      <caption {...text('steps.keyboard')} />
      <thead>
        <tr>
          <th scope="col" {...text('steps.keys')} />
          <th scope="col" {...text('steps.effect')} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, keys = [] }) => (
          <tr key={name}>
            <td>
              {collapseKeys(keys).map((press, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, at build time
                <Keys key={index} press={press} />
              ))}
            </td>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Keys({ press: { keys, count } }: { press: KeyPress }): ReactElement {
  return (
    <span className="keys">
      {keys.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ' + '}
          <Key name={name} />
        </Fragment>
      ))}
      {count > 1 && ` ×${count}`}{' '}
    </span>
  );
}

function Key({ name }: { name: string }): ReactElement {
  const text = useStaticText();
  const [symbol, id] = ownValue(SYMBOLS, name) ?? [];
  if (symbol !== undefined && id !== undefined)
    return (
      <kbd>
        <span aria-hidden="true">{symbol}</span>
        <span className="visually-hidden" {...text(id)} />
      </kbd>
    );
  if (name === ' ' || name === 'Space') return <kbd {...text('steps.key.space')} />;
  return <kbd>{ownValue(LABELS, name) ?? (name.length === 1 ? name.toUpperCase() : name)}</kbd>;
}
