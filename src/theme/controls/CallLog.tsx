import type { ReactElement } from 'react';
import type { PlaygroundView } from '../../runtime/index.ts';
import type { Message } from './field.ts';

/** Not announced, because there may be many in a second. */
export function CallLog({ calls, message }: { calls: PlaygroundView['calls']; message: Message }): ReactElement | null {
  if (calls.length === 0) return null;
  return (
    <div
      className="controls-log"
      role="log"
      aria-live="off"
      aria-label={message('controls.calls', { count: calls.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable
      tabIndex={0}
    >
      <ol dir="ltr">
        {calls.map(({ id, name, text }) => (
          <li key={id}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
