import type { ReactElement, ReactNode } from 'react';
import type { MessageId } from '../runtime/index.ts';
import type { MemberChanges } from '../shared/api-history.ts';
import { type ApiEvent, type ApiRowHistory, NEXT } from '../shared/api-table.ts';
import { Html } from './ApiTags.tsx';
import { useStaticText } from './use-static-text.ts';

export function HistoryList({ events }: Pick<ApiRowHistory, 'events'>): ReactElement {
  return (
    <ul className="api-history">
      {events.map((event) => (
        <li key={`${event.version} ${event.kind} ${event.note}`}>
          <Versions event={event} /> <Change event={event} />
        </li>
      ))}
    </ul>
  );
}

/** If it is not known which earlier versions have the name, shows the latest version known to lack it. */
function Versions({ event: { kind, version, before } }: { event: ApiEvent }): ReactNode {
  const text = useStaticText();
  if (version === NEXT)
    return (
      <>
        <span {...text('api.next')} />:
      </>
    );
  if (before === undefined) return `${version}:`;
  // A removed name is in the earlier version, all others are in the later one.
  const [has, lacks] = kind === 'removed' ? [before, version] : [version, before];
  return (
    <>
      <span {...text('api.in')} /> {has}, <span {...text('api.notIn')} /> {lacks}:
    </>
  );
}

const KINDS: Record<Exclude<ApiEvent['kind'], 'type' | 'default' | 'note'>, MessageId> = {
  added: 'api.wasAdded',
  removed: 'api.wasRemoved',
  deprecated: 'api.wasDeprecated',
  required: 'api.wasRequired',
  optional: 'api.wasOptional',
};

function Change({ event: { kind, from, note, members } }: { event: ApiEvent }): ReactElement {
  const text = useStaticText();
  if (kind === 'note') return <Html html={note ?? ''} />;
  if (kind === 'default' && from === undefined) return <span {...text('api.noDefault')} />;
  if (kind !== 'type' && kind !== 'default') return <span {...text(KINDS[kind])} />;
  return (
    <>
      {from !== undefined && (
        <>
          <span {...text(kind === 'type' ? 'api.oldType' : 'api.oldDefault')} /> <code>{from}</code>
        </>
      )}
      {members && <Members {...members} isAlone={from === undefined} />}
    </>
  );
}

function Members({ added, removed, changed, isAlone }: MemberChanges & { isAlone: boolean }): ReactElement {
  const lists: [MessageId, string[] | undefined][] = [
    ['api.addedMembers', added],
    ['api.removedMembers', removed],
    ['api.changedMembers', changed],
  ];
  const shown = lists.filter(([, names]) => names !== undefined);
  return (
    <>
      {shown.map(([label, names = []], index) => (
        <span key={label}>
          {(index > 0 || !isAlone) && '; '}
          <MemberNames label={label} names={names} />
        </span>
      ))}
    </>
  );
}

function MemberNames({ label, names }: { label: MessageId; names: string[] }): ReactElement {
  const text = useStaticText();
  return (
    <>
      <span {...text(label)} />{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </>
  );
}
