import { lazy, type ReactElement, Suspense } from 'react';
import { NEEDS_RUNTIME, useMessage, useShellLang } from '../runtime/index.ts';
import type { DemoToolbarProps } from './DemoToolbar.tsx';

const EditTools = lazy(async () => ({ default: (await import('./LiveParts.tsx')).EditTools }));

/** Editing the code of a demo: the button that begins it, and what can be done with what was edited. */
export function EditBar({ demo, actions }: DemoToolbarProps): ReactElement | null {
  const message = useMessage();
  const lang = useShellLang();
  const { open, edited, loading } = actions.state;
  if (demo.source === undefined || demo.disabledActions?.includes('EDIT')) return null;
  return (
    <div className="edit-bar" lang={lang}>
      {!open && (
        <button type="button" className="small-button" {...{ [NEEDS_RUNTIME]: '' }} onClick={actions.edit}>
          {message('demo.live')}
        </button>
      )}
      {edited && (
        <Suspense>
          <EditTools actions={actions} message={message} />
        </Suspense>
      )}
      <span className="edit-status" role="status">
        {loading && message('demo.loading')}
      </span>
    </div>
  );
}
