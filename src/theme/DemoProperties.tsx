import type { ReactElement } from 'react';
import type { ApiProperties, ApiTableRow } from '../shared/api-table.ts';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

/** Maximum length of a type, about one line. */
const LONG = 26;

export function DemoProperties({ groups }: { groups: ApiProperties[] }): ReactElement {
  const label = useStaticLabel();
  const text = useStaticText();
  return (
    <section className="demo-properties" {...label('demo.properties')}>
      <p className="toc-title" {...text('demo.properties')} />
      {groups.map(({ id, rows }) => (
        <div key={id}>
          {groups.length > 1 && <p className="demo-properties-of">{id}</p>}
          <dl>
            {rows.map((row) => (
              <Property key={row.name} {...row} />
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function Property({ name, href, type, description }: ApiTableRow): ReactElement {
  const written = type.map(({ text }) => text).join('');
  // A long type would push other properties out of sight. The name links to a table with the type.
  const hasType = written && (!href || written.length <= LONG);
  return (
    <>
      <dt>
        <code>{href ? <a href={href}>{name}</a> : name}</code>
        {hasType && <code>{written}</code>}
      </dt>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML from the build, sanitized like that of tables */}
      {description && <dd dangerouslySetInnerHTML={{ __html: description }} />}
    </>
  );
}
