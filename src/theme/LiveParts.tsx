import type { ReactElement } from 'react';
import type { DemoActions, useMessage } from '../runtime/index.ts';

/** Strings are props, because the hooks for them would move the whole runtime into shared chunks. */
interface LivePartProps {
  actions: DemoActions;
  message: ReturnType<typeof useMessage>;
  lang?: string;
}

export function EditTools({ actions, message }: LivePartProps): ReactElement {
  return (
    <>
      <LinkNote actions={actions} message={message} />
      <span className="badge badge-info">{message('demo.edited')}</span>
      <button
        type="button"
        className="small-button"
        onClick={({ currentTarget }) => {
          // The button disappears, which would lose the focus.
          const card = currentTarget.closest('.demo-card');
          const fields = [...(card?.querySelectorAll<HTMLElement>('textarea, .edit-button') ?? [])];
          actions.reset();
          fields.findLast((field) => field.checkVisibility())?.focus();
        }}
      >
        {message('demo.reset')}
      </button>
      <button type="button" className="small-button" onClick={({ currentTarget }) => actions.copyLink(currentTarget)}>
        {message('demo.share')}
      </button>
    </>
  );
}

/** The note precedes the code, so that Tab reaches the button first. */
function LinkNote({ actions, message }: LivePartProps): ReactElement | null {
  const { link } = actions.state;
  if (!link) return null;
  const { files, isWaiting } = link;
  return (
    <div className="link-note">
      <p role={isWaiting ? 'alert' : undefined}>
        {message('demo.linkCode', { files: files.join(', ') })}{' '}
        {message(isWaiting ? 'demo.linkWaits' : 'demo.linkRuns')}
      </p>
      <button type="button" className="small-button" onClick={actions.run}>
        {message(isWaiting ? 'demo.run' : 'demo.runAgain')}
      </button>
    </div>
  );
}

export function SplitHandle({ actions, message, lang }: LivePartProps): ReactElement {
  return (
    <div
      className="demo-handle"
      role="slider"
      tabIndex={0}
      aria-label={message('demo.resize')}
      aria-valuemin={0}
      aria-valuenow={50}
      aria-valuemax={100}
      lang={lang}
      ref={actions.resize}
    />
  );
}

/** The box covers the demo, so that the code does not move. */
export function LiveFailureBox({ actions, message, lang }: LivePartProps): ReactElement | null {
  const { failure, link, open } = actions.state;
  if (!failure) return null;
  const { kind, file, line, column, stack } = failure;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable
    <div className="crash-box live-failure" role="alert" lang={lang} tabIndex={0}>
      <strong>{failure.message || message('demo.crashed')}</strong>
      {file && <code>{[file, line, column].filter((part) => part !== undefined).join(':')}</code>}
      {stack && (
        <details>
          <summary>{message('demo.errorStack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable */}
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
      {open && !link && kind !== 'compile' && (
        <button type="button" className="small-button" onClick={actions.run}>
          {message('demo.runAgain')}
        </button>
      )}
    </div>
  );
}
