import type { ReactElement } from 'react';
import { ENHANCE_ATTRIBUTE, type MessageId } from '../runtime/index.ts';
import type { ChangesPicker } from '../shared/api-changes/changes-data.ts';
import { NEXT } from '../shared/api-table.ts';
import {
  CHANGES_ATTRIBUTE,
  CHANGES_RESULT_ATTRIBUTE,
  ENHANCE_QUERY_ATTRIBUTE,
  RICH_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import { useStaticText } from './use-static-text.ts';

/** Strings of the result. The script copies them from the page, where they are in the reader's language. */
const STRINGS: MessageId[] = [
  'api.wasAdded',
  'api.wasRemoved',
  'api.removedIn',
  'api.wasRequired',
  'api.wasOptional',
  'api.wasDeprecated',
  'api.required',
  'api.type',
  'api.default',
  'api.addedMembers',
  'api.removedMembers',
  'api.changedMembers',
  'api.next',
  'changes.againIn',
  'changes.count',
  'changes.declared',
  'changes.failed',
  'changes.inherited',
  'changes.nextNames',
  'changes.order',
  'changes.renamed',
  'changes.rows',
  'changes.type',
  'changes.undeprecated',
  'changes.unknown',
];

/** The script is loaded when the picker is used, or if the URL contains a choice. */
export function ApiChanges({ picker: { script, data, versions } }: { picker: ChangesPicker }): ReactElement {
  const text = useStaticText();
  const newest = versions.find(({ version }) => version !== NEXT);
  const options = versions.map(({ version, shown }) => (
    <option key={version} value={version} {...(version === NEXT ? text('api.next') : { children: shown })} />
  ));
  return (
    <div {...{ [RICH_ATTRIBUTE]: '' }}>
      <div
        className="api-tools"
        {...{ [ENHANCE_ATTRIBUTE]: script, [ENHANCE_QUERY_ATTRIBUTE]: '', [CHANGES_ATTRIBUTE]: data }}
      >
        <label>
          <span {...text('changes.from')} />
          <select name="from" autoComplete="off" defaultValue="">
            <option value="" {...text('changes.each')} />
            {options}
          </select>
        </label>
        <label>
          <span {...text('changes.to')} />
          <select name="to" autoComplete="off" defaultValue={newest?.version}>
            {options}
          </select>
        </label>
        <label>
          <input type="checkbox" name="breaking" autoComplete="off" />
          <span {...text('changes.onlyBreaking')} />
        </label>
        <span hidden>
          <span className="badge badge-error">
            <span {...text('changes.breaking')} />
          </span>
          {STRINGS.map((id) => (
            <span key={id} {...text(id)} />
          ))}
        </span>
      </div>
      <div {...{ [CHANGES_RESULT_ATTRIBUTE]: '' }} />
    </div>
  );
}
