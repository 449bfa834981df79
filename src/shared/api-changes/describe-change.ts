import type enUS from '../messages/en-US.ts';
import type { Change } from './group-changes.ts';
import { cutType } from './names.ts';

export type ChangeMessage = keyof typeof enUS;

export type ChangePart =
  | { message: ChangeMessage }
  | { code: string }
  | { text: string }
  /** The text of a tag, as in the facts. */
  | { comment: string }
  /** A note by the author, as in the facts. */
  | { note: string }
  | { version: string };

export function describeChange({ fact, rows }: Change): ChangePart[] {
  const { change, from, to, text, required, notedIn } = fact;
  const needed: ChangePart[] = required ? [{ text: ' (' }, { message: 'api.required' }, { text: ')' }] : [];
  const withRows: ChangePart[][] = rows ? [names('changes.rows', rows)] : [];
  switch (change) {
    case 'added':
      return join([[{ message: 'api.wasAdded' }, ...needed, ...typed(to)], ...withRows]);
    case 'removed':
      return join([[{ message: 'api.wasRemoved' }, ...typed(from)], ...withRows]);
    case 'again':
      return join([describeReturn(fact), ...(required ? [[{ message: 'api.required' } as const]] : []), ...withRows]);
    case 'declared':
      return [{ message: 'changes.declared' }];
    case 'inherited':
      return [{ message: 'changes.inherited' }];
    case 'required':
      return [{ message: 'api.wasRequired' }];
    case 'optional':
      return [{ message: 'api.wasOptional' }];
    case 'deprecated':
      return [{ message: 'api.wasDeprecated' }, ...(text === undefined ? [] : [{ text: '. ' }, { comment: text }])];
    case 'undeprecated':
      return [{ message: 'changes.undeprecated' }];
    case 'note':
      return [...(notedIn === undefined ? [] : [{ version: notedIn }, { text: ': ' }]), { note: text ?? '' }];
    case 'default':
      return fromTo('api.default', from, to);
    default:
      return describeType(fact);
  }
}

function describeReturn({ removedIn = '', againIn = '' }: Change['fact']): ChangePart[] {
  const [space, comma] = [{ text: ' ' }, { text: ', ' }];
  const removed: ChangePart[] = [{ message: 'api.removedIn' }, space, { version: removedIn }];
  return [...removed, comma, { message: 'changes.againIn' }, space, { version: againIn }];
}

function describeType({ from, to, members }: Change['fact']): ChangePart[] {
  const { added, removed, changed } = members ?? {};
  return join([
    ...(from === to ? [] : [fromTo('api.type', from, to)]),
    ...(added ? [names('api.addedMembers', added)] : []),
    ...(removed ? [names('api.removedMembers', removed)] : []),
    ...(changed ? [names('api.changedMembers', changed)] : []),
    ...(from === to && !members ? [[{ message: 'changes.type' } as const]] : []),
  ]);
}

function typed(type: string | undefined): ChangePart[] {
  return type === undefined ? [] : [{ text: ' ' }, { code: cutType(type) }];
}

function fromTo(label: ChangeMessage, from: string | undefined, to: string | undefined): ChangePart[] {
  const side = (text: string | undefined): ChangePart => (text === undefined ? { text: '–' } : { code: cutType(text) });
  return [{ message: label }, { text: ' ' }, side(from), { text: ' → ' }, side(to)];
}

function names(label: ChangeMessage, list: readonly string[]): ChangePart[] {
  const codes = list.flatMap((code, index): ChangePart[] => [...(index > 0 ? [{ text: ', ' }] : []), { code }]);
  return [{ message: label }, { text: ' ' }, ...codes];
}

function join(lists: readonly ChangePart[][]): ChangePart[] {
  return lists.flatMap((parts, index): ChangePart[] => [...(index > 0 ? [{ text: '; ' }] : []), ...parts]);
}
