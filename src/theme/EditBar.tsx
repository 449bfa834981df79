import type { ReactElement } from 'react';
import { type DemoActions, NEEDS_RUNTIME, useMessage } from '../runtime/index.ts';
import type { DemoData } from '../shared/page-data.ts';
import { useStaticText } from './use-static-text.ts';

export interface EditBarProps {
  demo: DemoData;
  actions: DemoActions<typeof import('./LiveParts.tsx')>;
}

export function EditBar({ demo, actions }: EditBarProps): ReactElement | null {
  const message = useMessage();
  const text = useStaticText();
  const { parts, state } = actions;
  const { open, edited, loading } = state;
  if (demo.source === undefined || demo.disabledActions?.includes('EDIT')) return null;
  return (
    <>
      <span className="edit-status" role="status">
        {loading && message('demo.loading')}
      </span>
      {parts && edited && <parts.EditTools actions={actions} message={message} />}
      <button
        type="button"
        className="small-button edit-button"
        {...{ [NEEDS_RUNTIME]: '' }}
        {...text(open ? 'demo.done' : 'demo.live')}
        suppressHydrationWarning
        onClick={open ? actions.finish : actions.edit}
      />
    </>
  );
}
