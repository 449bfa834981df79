/** What a card shows of a demo that is edited: loaded with the editor. */
import type { ReactElement } from 'react';
import type { DemoActions, useMessage } from '../runtime/index.ts';

/** Strings come with the props: the hooks that make them would draw the whole runtime into shared pieces. */
interface LivePartProps {
  actions: DemoActions;
  message: ReturnType<typeof useMessage>;
  lang?: string;
}

/** What can be done with what was edited. */
export function EditTools({ actions, message }: LivePartProps): ReactElement {
  return (
    <>
      <LinkNote actions={actions} message={message} />
      <span className="badge badge-info">{message('demo.edited')}</span>
      <button
        type="button"
        className="small-button"
        onClick={({ currentTarget }) => {
          // The button goes away, and the focus with it.
          const editors = currentTarget.closest('details')?.querySelectorAll('textarea') ?? [];
          actions.reset();
          [...editors].find((editor) => editor.checkVisibility())?.focus();
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

/** Note that the code came with a link, and the button that runs it. It precedes the code, so Tab reaches the button first. */
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

/** What stands behind the code of an edited demo: the handle between demo and code, and what is wrong. */
export function EditParts({ actions, message, lang }: LivePartProps): ReactElement {
  return (
    <>
      {actions.state.open && (
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
      )}
      <LiveFailureBox actions={actions} message={message} lang={lang} />
    </>
  );
}

/** What is wrong with an edited demo, and where. */
function LiveFailureBox({ actions, message, lang }: LivePartProps): ReactElement | null {
  const { failure, link, open } = actions.state;
  if (!failure) return null;
  const { kind, file, line, column, stack } = failure;
  return (
    <div className="crash-box live-failure" role="alert" lang={lang}>
      <strong>{failure.message || message('demo.crashed')}</strong>
      {file && <code>{[file, line, column].filter((part) => part !== undefined).join(':')}</code>}
      {stack && (
        <details>
          <summary>{message('demo.errorStack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
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
