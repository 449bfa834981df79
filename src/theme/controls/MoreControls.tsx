import { type ReactElement, useId, useState } from 'react';
import type { Message } from './field.ts';

interface MoreControlsProps {
  controls: { name: string; element: ReactElement }[];
  hasFilter: boolean;
  message: Message;
}

export function MoreControls({ controls, hasFilter, message }: MoreControlsProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const found = controls.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <details className="controls-more">
      <summary>{message('controls.more', { count: controls.length })}</summary>
      {hasFilter && (
        <div className="controls-filter">
          <label htmlFor={id}>{message('controls.filter')}</label>
          <input
            type="search"
            id={id}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <span role="status">{text && `${found.length} / ${controls.length}`}</span>
        </div>
      )}
      <div className="demo-controls">{found.map(({ element }) => element)}</div>
    </details>
  );
}
