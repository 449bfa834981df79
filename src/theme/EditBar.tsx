import type { ReactElement } from 'react';
import { type DemoActions, NEEDS_RUNTIME, useMessage, useShellLang } from '../runtime/index.ts';
import type { DemoData } from '../shared/page-data.ts';
import { useStaticText } from './use-static-text.ts';

export interface EditBarProps {
  demo: DemoData;
  actions: DemoActions<typeof import('./LiveParts.tsx')>;
}

/** Renders the button that starts editing a demo's code, and the actions for edited code. */
export function EditBar({ demo, actions }: EditBarProps): ReactElement | null {
  const message = useMessage();
  const text = useStaticText();
  const lang = useShellLang();
  const { parts, state } = actions;
  const { open, edited, loading } = state;
  if (demo.source === undefined || demo.disabledActions?.includes('EDIT')) return null;
  return (
    <div className="edit-bar" lang={lang}>
      {!open && (
        <button
          type="button"
          className="small-button"
          {...{ [NEEDS_RUNTIME]: '' }}
          {...text('demo.live')}
          suppressHydrationWarning
          onClick={actions.edit}
        />
      )}
      {parts && edited && <parts.EditTools actions={actions} message={message} />}
      <span className="edit-status" role="status">
        {loading && message('demo.loading')}
      </span>
    </div>
  );
}
