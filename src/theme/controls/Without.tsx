import type { ReactElement } from 'react';
import type { PlaygroundSchema } from '../../shared/playground/schema.ts';
import type { Message } from './field.ts';

interface WithoutProps {
  without: NonNullable<PlaygroundSchema['without']>;
  message: Message;
}

export function Without({ without, message }: WithoutProps): ReactElement {
  const reasons = [...new Set(without.map(([, reason]) => reason))];
  return (
    <details className="controls-without">
      <summary>{message('controls.without', { count: without.length })}</summary>
      <dl>
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>{message(`controls.without.${reason}`)}</dt>
            <dd>
              {without
                .filter(([, other]) => other === reason)
                .map(([name]) => name)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
