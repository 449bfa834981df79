import { type ReactElement, useEffect, useRef, useState } from 'react';
import {
  Adopted,
  type DemoActions,
  describeError,
  NEEDS_RUNTIME,
  useActiveHash,
  useDemoActions,
  useMessage,
  usePage,
  usePlayground,
  useShellLang,
  useStack,
  useSteps,
} from '../runtime/index.ts';
import { COMPACT_ATTRIBUTE, COPY_ATTRIBUTE, COPY_BUTTON_CLASS, LIVE_STAGE_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { DemoData } from '../shared/page-data.ts';
import { Slot } from './contract.ts';
import { DemoMenu } from './DemoMenu.tsx';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

/** Until hydration, the HTML may be in another language than React's first render, translated by `data-message`. */
export function DemoCard({ demo }: { demo: DemoData }): ReactElement {
  const message = useMessage();
  const text = useStaticText();
  const label = useStaticLabel();
  const lang = useShellLang();
  const actions = useDemoActions(demo, () => import('./LiveParts.tsx'));
  const controls = usePlayground(demo, actions.ref, () => import('./Controls.tsx'));
  const active = useActiveHash(demo.id);
  const { id, title, description, compact, transform, background, inline, defaultShowCode } = demo;
  const { state, parts } = actions;
  useSteps(demo, actions.ref, state.open || state.shown);
  if (inline) return <Adopted name={`demo:${id}`} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      className="demo-card"
      role="group"
      aria-label={title}
      ref={actions.ref}
      data-active={active || undefined}
      data-editing={state.open || undefined}
      data-playground={(demo.playground && !state.open) || undefined}
    >
      {!state.open && <DemoTitle demo={demo} />}
      {description && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the demo's Markdown, rendered at build time
        <div className="demo-description markdown" dangerouslySetInnerHTML={{ __html: description }} />
      )}
      <div
        className="demo-stage"
        // During editing, the stage scrolls, so it must be focusable, with a role and a name.
        {...(state.open && { tabIndex: 0, role: 'region', 'aria-label': title ?? id })}
        {...{ [COMPACT_ATTRIBUTE]: compact || undefined }}
        data-live={state.shown || undefined}
        style={{ background, transform: transform ? 'translate(0, 0)' : undefined }}
      >
        <div hidden={state.shown}>{demo.iframe ? <DemoFrame demo={demo} /> : <Adopted name={`demo:${id}`} />}</div>
        <div {...{ [LIVE_STAGE_ATTRIBUTE]: '' }} />
        {parts && state.failure && <parts.LiveFailureBox actions={actions} message={message} lang={lang} />}
        {!parts && state.failure && (
          <p className="crash-box live-failure" role="alert">
            {state.failure.message}
          </p>
        )}
      </div>
      {demo.playground &&
        !state.open &&
        !state.shown &&
        (controls ? (
          <controls.parts.Controls view={controls.view} message={message} lang={lang} />
        ) : (
          <Adopted name={`controls:${id}`} />
        ))}
      {demo.steps && <Adopted name={`steps:${id}`} className="demo-steps" />}
      <div className="demo-bar">
        {state.open && <DemoTitle demo={demo} />}
        <div className="demo-actions" lang={lang}>
          <Slot name="DemoBar" demo={demo} />
          <EditBar demo={demo} actions={actions} />
          <button
            type="button"
            className={COPY_BUTTON_CLASS}
            {...{ [COPY_ATTRIBUTE]: '' }}
            {...label(title === undefined ? 'code.copy' : 'demo.copyCode', title)}
            suppressHydrationWarning
          />
          <DemoMenu demo={demo} actions={actions} search={controls?.view.search} />
        </div>
      </div>
      <details className="demo-code" open={defaultShowCode ?? demo.playground !== undefined} suppressHydrationWarning>
        <summary lang={lang}>
          <span className="when-closed" {...text('demo.showCode')} suppressHydrationWarning />
          <span className="when-open" {...text('demo.hideCode')} suppressHydrationWarning />
        </summary>
        <Adopted name={`code:${id}`} />
      </details>
      {!state.open && <Slot name="DemoBottom" demo={demo} />}
      {parts && state.open && <parts.SplitHandle actions={actions} message={message} lang={lang} />}
    </div>
  );
}

function DemoTitle({ demo: { id, title, debug } }: { demo: DemoData }): ReactElement | null {
  const text = useStaticText();
  // A page with the same title as its demo shows the title only once.
  const shownTitle = title !== usePage().title && title;
  if (!shownTitle && !debug) return null;
  return (
    <p className="demo-title">
      {shownTitle && <a href={`#${id}`}>{title}</a>}
      {debug && <span className="badge badge-warning" {...text('demo.devOnly')} suppressHydrationWarning />}
    </p>
  );
}

export function DemoHeader(): ReactElement {
  const { title, parent } = usePage();
  const message = useMessage();
  const lang = useShellLang();
  return (
    <div className="demo-header">
      <h1>{title}</h1>
      {parent && (
        <a href={parent.href} lang={lang}>
          {message('demo.back', { title: parent.title })}
        </a>
      )}
    </div>
  );
}

/** Initial height of a demo's frame in pixels, before the height of its content is known. */
const FRAME_HEIGHT = 300;

function DemoFrame({ demo: { id, url, title, iframe } }: { demo: DemoData }): ReactElement {
  const ref = useRef<HTMLIFrameElement>(null);
  const [measured, setMeasured] = useState(FRAME_HEIGHT);
  const height = typeof iframe === 'number' ? iframe : measured;
  useEffect(() => {
    const frame = ref.current;
    if (typeof iframe === 'number' || !frame) return;
    let observer: ResizeObserver | undefined;
    const follow = (): void => {
      observer?.disconnect();
      // A frame of another origin (`demoUrl`) keeps its initial height.
      const root = frame.contentDocument?.getElementById('root');
      if (!root) return;
      observer = new ResizeObserver(() => {
        if (root.offsetHeight > 0) setMeasured(root.offsetHeight);
      });
      observer.observe(root);
    };
    follow();
    frame.addEventListener('load', follow);
    return () => {
      observer?.disconnect();
      frame.removeEventListener('load', follow);
    };
  }, [iframe]);
  return <iframe ref={ref} className="demo-frame" src={url} title={title ?? id} height={height} loading="lazy" />;
}

interface EditBarProps {
  demo: DemoData;
  actions: DemoActions<typeof import('./LiveParts.tsx')>;
}

function EditBar({ demo, actions }: EditBarProps): ReactElement | null {
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

export function CrashBox({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const message = useMessage();
  const { message: reason } = describeError(error);
  const stack = useStack(error);
  return (
    <div className="crash-box" role="alert" lang={useShellLang()}>
      <strong>{reason || message('demo.crashed')}</strong>
      {stack && (
        <details>
          <summary>{message('demo.errorStack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable */}
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
      <button type="button" className="button" onClick={onRetry}>
        {message('demo.retry')}
      </button>
    </div>
  );
}
