import type { ReactElement } from 'react';
import type { MessageId } from '../runtime/index.ts';
import { type ApiRowHistory, type ApiTable, type ApiTableRow, NEXT } from '../shared/api-table.ts';
import { CODE_BLOCK_CLASS, CODE_LANGUAGE_ATTRIBUTE } from '../shared/dom-contract.ts';
import { useStaticText } from './use-static-text.ts';

export function ApiTags({
  tags,
}: {
  tags: Pick<ApiTableRow, 'release' | 'deprecated' | 'since' | 'history'> & Pick<ApiTable, 'cost'>;
}): ReactElement | null {
  const { release, deprecated, since, history, cost } = tags;
  const text = useStaticText();
  const hasVersions = history?.since ?? history?.changedIn ?? history?.removedIn;
  if (!release && !deprecated && !since && !hasVersions && !cost) return null;
  return (
    <div className="api-tags">
      {release && <span className="badge badge-info" {...text(`api.${release}`)} />}
      {since && <span className="badge badge-info">{since.replace(/\+?$/, '+')}</span>}
      {history && <HistoryBadges history={history} />}
      {cost && (
        <span className="badge badge-info">
          <span {...text('api.importCost')} /> {kilobytes(cost.gzip)} gzip, {kilobytes(cost.brotli)} Brotli
        </span>
      )}
      {deprecated && (
        <>
          {history?.deprecatedSince ? (
            <VersionBadge label="api.deprecatedSince" version={history.deprecatedSince} tone="warning" />
          ) : (
            <span className="badge badge-warning" {...text('api.deprecated')} />
          )}
          {typeof deprecated === 'string' && <Html html={deprecated} />}
        </>
      )}
    </div>
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function VersionBadge({
  label,
  version,
  tone = 'info',
}: {
  label: MessageId;
  version: string;
  tone?: 'info' | 'warning' | 'error';
}): ReactElement {
  const text = useStaticText();
  return (
    <span className={`badge badge-${tone}`}>
      <span {...text(label)} /> {version}
    </span>
  );
}

function HistoryBadges({ history }: { history: ApiRowHistory }): ReactElement {
  const { since, changedIn, removedIn } = history;
  const text = useStaticText();
  return (
    <>
      {since === NEXT && <span className="badge badge-info" {...text('api.next')} />}
      {since !== undefined && since !== NEXT && <VersionBadge label="api.since" version={since} />}
      {changedIn !== undefined && <VersionBadge label="api.changedIn" version={changedIn} />}
      {removedIn === NEXT && <span className="badge badge-error" {...text('api.removedNext')} />}
      {removedIn !== undefined && removedIn !== NEXT && (
        <VersionBadge label="api.removedIn" version={removedIn} tone="error" />
      )}
    </>
  );
}

export function Html({ html }: { html: string }): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of a doc comment's Markdown, sanitized at build time
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

export function ApiSignature({ name, html }: { name: string; html: string }): ReactElement {
  return (
    <div className={`${CODE_BLOCK_CLASS} api-signature`} {...{ [CODE_LANGUAGE_ATTRIBUTE]: 'ts' }}>
      {/* biome-ignore lint/a11y: the element scrolls, so it must be focusable, and it has a name */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML highlighted at build time */}
        <code dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}

export function ApiReturns({ html }: { html: string }): ReactElement {
  const text = useStaticText();
  return (
    <div className="api-returns">
      <span {...text('api.returns')} /> <Html html={html} />
    </div>
  );
}
