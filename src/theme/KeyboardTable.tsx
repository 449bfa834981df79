import { Fragment, type ReactElement } from 'react';
import type { MessageId } from '../runtime/index.ts';
import { ownValue } from '../shared/own-value.ts';
import { collapseKeys, type KeyPress } from '../shared/step-keys.ts';
import type { StepInfo } from '../shared/steps.ts';
import { useStaticText } from './use-static-text.ts';

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

export function KeyboardTable({ steps }: { steps: StepInfo[] }): ReactElement {
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
