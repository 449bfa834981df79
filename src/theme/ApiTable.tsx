import type { ReactElement, ReactNode } from 'react';
import { ENHANCE_ATTRIBUTE, type MessageId, useMessage } from '../runtime/index.ts';
import {
  type ApiTable as ApiTableData,
  type ApiTableGroup,
  type ApiTableRow,
  type ApiTypePart,
  NEXT,
} from '../shared/api-table.ts';
import { RICH_ATTRIBUTE } from '../shared/dom-contract.ts';
import { HistoryList } from './ApiHistory.tsx';
import { ApiReturns, ApiSignature, ApiTags, Html } from './ApiTags.tsx';
import { SearchIcon } from './icons.tsx';
import { useStaticText } from './use-static-text.ts';

export function ApiTable({ table }: { table: ApiTableData }): ReactElement {
  const { id, anchor, state, description, history, source, typeHtml, returns, examples, groups, tools, versions } =
    table;
  const message = useMessage();
  const text = useStaticText();
  if (state === 'missing') return <p className="api-empty">{message('api.notFound', { id })}</p>;
  if (state !== 'found') return <p className="api-empty" {...text(`api.${state}`)} />;
  return (
    <div className="api" id={anchor} {...{ [RICH_ATTRIBUTE]: '' }}>
      {description && <Html html={description} />}
      <ApiTags tags={table} />
      {history && history.events.length > 0 && (
        <details className="api-past">
          <summary {...text('api.history')} />
          <HistoryList events={history.events} />
        </details>
      )}
      {typeHtml && <ApiSignature name={id} html={typeHtml} />}
      {returns && <ApiReturns html={returns} />}
      {examples && <Html html={examples} />}
      {tools && (
        <Tools
          script={tools}
          hasRequired={groups.some(({ rows }) => rows.some(({ required }) => required))}
          versions={versions}
        />
      )}
      {groups.map((group) => (
        <Group key={`${group.kind} ${group.origin} ${group.caption}`} id={id} group={group} versions={versions} />
      ))}
      {source && (
        <p className="api-source">
          <a href={source} {...text('api.source')} />
        </p>
      )}
    </div>
  );
}

interface GroupProps extends Pick<ApiTableData, 'versions'> {
  id: string;
  group: ApiTableGroup;
}

const GROUPS: Record<Exclude<ApiTableGroup['kind'], 'own'>, MessageId> = {
  attributes: 'api.attributes',
  inherited: 'api.inherited',
  imperative: 'api.imperative',
  removed: 'api.removed',
};

function Group({ id, group, versions }: GroupProps): ReactElement {
  const { kind, origin, caption, rows } = group;
  const message = useMessage();
  const text = useStaticText();
  if (kind === 'own')
    return (
      <div className="api-part">
        {caption && <Html html={caption} />}
        <Rows label={caption ? `${id}: ${rows[0]?.name}` : id} rows={rows} versions={versions} />
      </div>
    );
  const label = GROUPS[kind];
  return (
    <div className="api-part">
      <details className="api-group">
        <summary>
          <span {...text(label)} />
          {origin && <code>{origin}</code>} <span className="api-count">{rows.length}</span>
        </summary>
        {kind === 'attributes' ? (
          <p className="api-names">
            {rows.map(({ name, anchor }, index) => (
              <span key={name} id={anchor}>
                {index > 0 && ', '}
                <code>{name}</code>
              </span>
            ))}
          </p>
        ) : (
          <Rows label={`${id}: ${message(label)} ${origin ?? ''}`.trim()} rows={rows} versions={versions} />
        )}
      </details>
    </div>
  );
}

interface ToolsProps extends Pick<ApiTableData, 'versions'> {
  script: string;
  hasRequired: boolean;
}

/** A checkbox puts required rows first. The script is loaded when the tools are used. */
function Tools({ script, hasRequired, versions }: ToolsProps): ReactElement {
  const text = useStaticText();
  return (
    <div className="api-tools" {...{ [ENHANCE_ATTRIBUTE]: script }}>
      <label>
        <span {...text('api.filter')} />
        <span className="api-field">
          <SearchIcon />
          <input type="search" autoComplete="off" spellCheck="false" />
        </span>
      </label>
      {versions && (
        <label>
          <span {...text('api.newSince')} />
          <select autoComplete="off">
            <option value="" {...text('api.anyVersion')} />
            {versions.map((version, index) => (
              <option key={version} value={index} {...(version === NEXT ? text('api.next') : { children: version })} />
            ))}
          </select>
        </label>
      )}
      {hasRequired && (
        <label>
          <input type="checkbox" autoComplete="off" />
          <span {...text('api.requiredFirst')} />
        </label>
      )}
      <span role="status" />
    </div>
  );
}

const COLUMNS: MessageId[] = ['api.name', 'api.description', 'api.type', 'api.default'];

interface RowsProps extends Pick<ApiTableData, 'versions'> {
  label: string;
  rows: ApiTableRow[];
}

/** Renders name, type and default in a line, and the description below. Roles restore the table semantics that the styles remove. */
function Rows({ label, rows, versions }: RowsProps): ReactElement {
  const text = useStaticText();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop table semantics for other values of `display`
    <table className="api-table" role="table" aria-label={`API: ${label}`}>
      <thead className="visually-hidden" role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col" {...text(column)} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row.name} label={label} row={row} versions={versions} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function Row({ row, label, versions }: Omit<RowsProps, 'rows'> & { row: ApiTableRow }): ReactElement {
  const { name, anchor, description, type, required } = row;
  const href = anchor ? `#${anchor}` : row.href;
  const text = useStaticText();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr id={anchor} role="row" data-required={required ? '' : undefined} data-since={rankOf(row, versions)}>
      <td role="cell" className="api-name">
        <code>{href ? <a href={href}>{name}</a> : name}</code>
        {required && (
          <>
            {' '}
            <span className="api-required" {...text('api.required')} />
          </>
        )}
      </td>
      <td role="cell" className="api-words">
        <ApiTags tags={row} />
        {description && <Html html={description} />}
        <More row={row} label={`${label}.${name}`} />
      </td>
      <td role="cell" className="api-type">
        <TypeText parts={type} />
      </td>
      <td role="cell" className="api-default">
        {row.default === undefined ? <span className="visually-hidden">-</span> : <code>{row.default}</code>}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** `<details>` opens without a script: for a press, for the browser's find-in-page, and for an anchor in it. */
function More({ row, label }: { row: ApiTableRow; label: string }): ReactElement | null {
  const { name, genericType, demos, source, children, history } = row;
  const events = history?.events ?? [];
  const text = useStaticText();
  if (children.length === 0 && !genericType && demos.length === 0 && !source && events.length === 0) return null;
  return (
    <details className="api-more">
      <summary>
        <span {...text('api.more')} />
        <span className="visually-hidden">: {name}</span>
      </summary>
      {genericType && (
        <div>
          <span {...text('api.genericType')} /> <TypeText parts={genericType} />
        </div>
      )}
      {events.length > 0 && (
        <div>
          <span {...text('api.history')} />
          <HistoryList events={events} />
        </div>
      )}
      {demos.length > 0 && (
        <div>
          <span {...text('api.demos')} /> <DemoLinks demos={demos} />
        </div>
      )}
      {source && (
        <div>
          <a href={source}>
            <span {...text('api.source')} />
            <span className="visually-hidden">: {name}</span>
          </a>
        </div>
      )}
      {children.length > 0 && (
        <div>
          <span {...text('api.members')} />
          <Rows label={label} rows={children} />
        </div>
      )}
    </details>
  );
}

function DemoLinks({ demos }: Pick<ApiTableRow, 'demos'>): ReactElement[] {
  return demos.map(({ title, href }, index) => (
    <span key={href}>
      {index > 0 && ', '}
      <a href={href}>{title}</a>
    </span>
  ));
}

function TypeText({ parts }: { parts: ApiTypePart[] }): ReactElement {
  return (
    <code>
      {parts.map(({ text, href }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <TypePart key={index} href={href}>
          {text}
        </TypePart>
      ))}
    </code>
  );
}

function TypePart({ href, children }: { href?: string; children: ReactNode }): ReactNode {
  return href ? <a href={href}>{children}</a> : children;
}

function rankOf({ history }: ApiTableRow, versions: string[] = []): number | undefined {
  const rank = versions.indexOf(history?.newest ?? '');
  return rank === -1 ? undefined : rank;
}
