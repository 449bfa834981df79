import { Fragment, type ReactElement, type ReactNode } from 'react';
import { type MessageId, useMessage } from '../runtime/index.ts';
import type { ApiTable as ApiTableData, ApiTableGroup, ApiTableRow } from '../shared/api-table.ts';

/** Properties of an export, made from its types. */
export function ApiTable({ table }: { table: ApiTableData }): ReactElement {
  const { id, state, description, source, type, groups } = table;
  const message = useMessage();
  if (state !== 'found') return <p className="api-empty">{emptyText(table, message)}</p>;
  return (
    <div className="api">
      {description && <Html html={description} />}
      <Tags tags={table} />
      {type && (
        <pre className="api-type">
          <code>{type}</code>
        </pre>
      )}
      {groups.map((group) => (
        <Group key={`${group.kind} ${group.origin} ${group.caption}`} id={id} group={group} />
      ))}
      {source && (
        <p className="api-source">
          <a href={source} data-message="api.source">
            {message('api.source')}
          </a>
        </p>
      )}
    </div>
  );
}

function emptyText({ id, state }: ApiTableData, message: ReturnType<typeof useMessage>): string {
  if (state === 'missing') return message('api.notFound', { id });
  return message(state === 'resolving' ? 'api.resolving' : 'api.unavailable');
}

function Group({ id, group }: { id: string; group: ApiTableGroup }): ReactElement {
  const { kind, origin, caption, rows } = group;
  const message = useMessage();
  if (kind === 'own')
    return (
      <>
        {caption && <Html html={caption} />}
        <Rows label={caption ? `${id}: ${rows[0]?.name}` : id} rows={rows} />
      </>
    );
  const label: MessageId =
    kind === 'attributes' ? 'api.attributes' : kind === 'inherited' ? 'api.inherited' : 'api.imperative';
  return (
    <details className="api-group">
      <summary>
        <span data-message={label}>{message(label)}</span>
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
        <Rows label={`${id}: ${message(label)} ${origin ?? ''}`.trim()} rows={rows} />
      )}
    </details>
  );
}

const COLUMNS: MessageId[] = ['api.name', 'api.description', 'api.type', 'api.default'];

function Rows({ label, rows }: { label: string; rows: ApiTableRow[] }): ReactElement {
  const message = useMessage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="table" tabIndex={0} aria-label={`API: ${label}`}>
      <table className="api-table">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-message={column}>
                {message(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.name}>
              <Row row={row} />
              {row.children.length > 0 && <Members label={`${label}.${row.name}`} rows={row.children} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a row's object has in it, as a row of its own: a table needs all the room that there is. */
function Members({ label, rows }: { label: string; rows: ApiTableRow[] }): ReactElement {
  const message = useMessage();
  return (
    <tr className="api-members">
      <td colSpan={COLUMNS.length}>
        <details>
          <summary data-message="api.members">{message('api.members')}</summary>
          <Rows label={label} rows={rows} />
        </details>
      </td>
    </tr>
  );
}

function Row({ row }: { row: ApiTableRow }): ReactElement {
  const { name, anchor, description, type, required, demos, source } = row;
  const message = useMessage();
  return (
    <tr id={anchor}>
      <td>
        <code>{anchor ? <a href={`#${anchor}`}>{name}</a> : name}</code>
        {required && (
          <>
            {' '}
            <span className="api-required" data-message="api.required">
              {message('api.required')}
            </span>
          </>
        )}
      </td>
      <td>
        {description && <Html html={description} />}
        <Tags tags={row} />
        {demos.length > 0 && <Demos demos={demos} />}
      </td>
      <td>
        <code>
          {type.map(({ text, href }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
            <TypePart key={index} href={href}>
              {text}
            </TypePart>
          ))}
        </code>
        {source && (
          <a className="api-source" href={source}>
            <span data-message="api.source">{message('api.source')}</span>
            <span className="visually-hidden">: {name}</span>
          </a>
        )}
      </td>
      <td>{row.default === undefined ? '-' : <code>{row.default}</code>}</td>
    </tr>
  );
}

/** Links that are shown at once; the others are folded. */
const DEMOS_SHOWN = 3;

function Demos({ demos }: Pick<ApiTableRow, 'demos'>): ReactElement {
  const message = useMessage();
  const more = demos.slice(DEMOS_SHOWN);
  return (
    <div className="api-demos">
      <span data-message="api.demos">{message('api.demos')}</span> <DemoLinks demos={demos.slice(0, DEMOS_SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>
            <span data-message="api.more">{message('api.more')}</span> ({more.length})
          </summary>
          <DemoLinks demos={more} />
        </details>
      )}
    </div>
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

function TypePart({ href, children }: { href?: string; children: ReactNode }): ReactElement {
  return href ? <a href={href}>{children}</a> : <>{children}</>;
}

function Tags({ tags }: { tags: Pick<ApiTableRow, 'release' | 'deprecated' | 'since'> }): ReactElement | null {
  const { release, deprecated, since } = tags;
  const message = useMessage();
  if (!release && !deprecated && !since) return null;
  return (
    <div className="api-tags">
      {release && (
        <span className="badge badge-info" data-message={`api.${release}`}>
          {message(`api.${release}`)}
        </span>
      )}
      {since && <span className="badge badge-info">{since}</span>}
      {deprecated && (
        <>
          <span className="badge badge-warning" data-message="api.deprecated">
            {message('api.deprecated')}
          </span>
          {typeof deprecated === 'string' && <Html html={deprecated} />}
        </>
      )}
    </div>
  );
}

function Html({ html }: { html: string }): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of a doc comment's Markdown, made and cleaned at build
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
