import type { ReactElement } from 'react';
import type { PlaygroundView } from '../../runtime/index.ts';
import type { Message } from './field.ts';

interface ControlActionsProps {
  view: PlaygroundView;
  reset: () => void;
  hasEvents: boolean;
  message: Message;
}

/** An action without effect keeps the focus. */
export function ControlActions({ view, reset, hasEvents, message }: ControlActionsProps): ReactElement {
  const { calls, search, copyLink, clearCalls } = view;
  const isChanged = search !== '';
  return (
    <div className="controls-bar">
      <button type="button" className="small-button" aria-disabled={!isChanged} onClick={isChanged ? reset : undefined}>
        {message('demo.reset')}
      </button>
      <button type="button" className="small-button" onClick={({ currentTarget }) => copyLink(currentTarget)}>
        {message('demo.share')}
      </button>
      {hasEvents && (
        <div className="controls-calls">
          <span>{message('controls.calls', { count: calls.length })}</span>
          <button type="button" className="small-button" aria-disabled={calls.length === 0} onClick={clearCalls}>
            {message('controls.clear')}
          </button>
        </div>
      )}
    </div>
  );
}
