import type { ReactElement } from 'react';
import { Adopted, useMessage, useShellLang } from '../runtime/index.ts';
import type { DemoData } from '../shared/page-data.ts';
import { CodeIcon, OpenIcon } from './icons.tsx';

/** Height of a demo in a frame that gives none, in pixels. */
const FRAME_HEIGHT = 300;

export function DemoCard({ demo }: { demo: DemoData }): ReactElement {
  const message = useMessage();
  const lang = useShellLang();
  const { id, title, description, compact, transform, background, url, inline, defaultShowCode } = demo;
  if (inline) return <Adopted name={`demo:${id}`} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div className="demo-card" role="group" aria-label={title}>
      <div
        className="demo-stage"
        data-compact={compact || undefined}
        style={{ background, transform: transform ? 'translate(0, 0)' : undefined }}
      >
        {demo.iframe ? <DemoFrame demo={demo} /> : <Adopted name={`demo:${id}`} />}
      </div>
      <div className="demo-bar">
        <div className="demo-text">
          {title && (
            <p className="demo-title">
              <a href={`#${id}`}>{title}</a>
            </p>
          )}
          {description && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the author's Markdown, made at build
            <div className="demo-description markdown" dangerouslySetInnerHTML={{ __html: description }} />
          )}
        </div>
        <a
          className="icon-button"
          href={url}
          target="_blank"
          rel="noreferrer"
          lang={lang}
          aria-label={message('demo.external')}
          title={message('demo.external')}
        >
          <OpenIcon />
        </a>
      </div>
      <details className="demo-code" open={defaultShowCode} suppressHydrationWarning>
        <summary lang={lang}>
          <CodeIcon />
          <span className="when-closed">{message('demo.showCode')}</span>
          <span className="when-open">{message('demo.hideCode')}</span>
        </summary>
        <Adopted name={`code:${id}`} />
      </details>
    </div>
  );
}

function DemoFrame({ demo: { id, url, title, iframe } }: { demo: DemoData }): ReactElement {
  return (
    <iframe
      className="demo-frame"
      src={url}
      title={title ?? id}
      height={typeof iframe === 'number' ? iframe : FRAME_HEIGHT}
      loading="lazy"
    />
  );
}
