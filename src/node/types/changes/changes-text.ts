/** Text of the pages that list the changes of the API: Markdown, with the ids of interface strings, so that they are translated. */

import { type Change, type ExportChanges, groupBy, groupByExport } from '../../../shared/api-changes/group-changes.ts';
import { cutType, rowName } from '../../../shared/api-changes/names.ts';
import type { ApiChange, ApiHistory } from '../../../shared/api-history.ts';
import { MESSAGE_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type enUS from '../../../shared/messages/en-US.ts';
import { knownVersions } from '../history/index-history.ts';
import { majorOf } from '../history/versions.ts';
import { inlineCode } from './inline-code.ts';

type MessageId = keyof typeof enUS;

/** The newest major, an older one, or one of an earlier name of the package: `~changes/rc-cascader-3.md`. */
const SOURCE_PATH = /^~changes(?:\/(?:[^/]+-)?\d+)?\.md$/;

export function isChangesPage(sourcePath: string): boolean {
  return SOURCE_PATH.test(sourcePath);
}

export interface ChangesText {
  package: string;
  major: string;
  /** All major versions, newest first, with the routes of their pages. */
  majors: { major: string; route: string }[];
  versions: VersionChanges[];
  /** Oldest version of the history, to which no other version was compared. */
  first: string;
  next?: ExportChanges[] | undefined;
  strings: Record<string, string>;
  show: (version: string) => string;
  /** Returns the address of a name in a table; undefined if no table has it. */
  linkOf?: ((name: string) => string | undefined) | undefined;
}

export function changesText(input: ChangesText): string {
  const { package: name, major, majors, versions, first, next = [], strings, show } = input;
  const write = createWriter(input);
  const { message } = write;
  const isNewest = majors[0]?.major === major;
  const suffix = isNewest ? '' : ` ${major}.x`;
  const keywords = ['removed', 'migrate', 'migration', 'breaking', 'upgrade', `v${major}`, `${major}.0`];
  const others = majors.map(({ major: other, route }) => (other === major ? `**${other}**` : `[${other}](${route})`));
  const unchanged = versions
    .filter(({ version, exports }) => exports.length === 0 && version !== first)
    .map(({ version }) => show(version));
  const blocks = [
    `---\ntitle: ${JSON.stringify(`${strings['changes.title']}${suffix}`)}\nkeywords: ${JSON.stringify(keywords)}\n---`,
    `# ${message('changes.title')}${suffix}`,
    inlineCode(name),
    ...(majors.length > 1 ? [`${message('changes.majors')}: ${others.join(' · ')}`] : []),
    ...totals(versions, write, show),
    ...(next.length > 0 ? [`## ${message('api.next')} {#next}`, ...write.groups(next, 'next')] : []),
    ...versions.flatMap(({ version, exports }) => {
      const shown = show(version);
      const groups = write.groups(exports, `v${shown}`);
      return groups.length > 0 ? [`## ${shown} {#${anchorOf(shown)}}`, ...groups] : [];
    }),
    ...(unchanged.length > 0 ? [`${message('changes.none')}: ${unchanged.join(', ')}`] : []),
    ...(versions.some(({ version }) => version === first) ? [`${message('changes.first')}: ${show(first)}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function anchorOf(shown: string): string {
  return `v${shown.replace(/[^\w.-]+/g, '-')}`;
}

function totals(
  versions: readonly VersionChanges[],
  { message }: Pick<ReturnType<typeof createWriter>, 'message'>,
  show: ChangesText['show'],
): string[] {
  const lines = versions.flatMap(({ version, exports }) => {
    const { all, breaking, added, removed } = totalsOf(exports);
    const counts = [
      ['changes.count', all],
      ['changes.breaking', breaking],
      ['api.wasAdded', added],
      ['api.wasRemoved', removed],
    ] as const;
    const shown = counts.filter(([, count]) => count > 0).map(([id, count]) => `${message(id)} ${count}`);
    return all > 0 ? [`- [${show(version)}](#${anchorOf(show(version))}): ${shown.join(' · ')}`] : [];
  });
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** Changes of which nothing else is said. */
const PLAIN = {
  declared: 'changes.declared',
  inherited: 'changes.inherited',
  required: 'api.wasRequired',
  optional: 'api.wasOptional',
  undeprecated: 'changes.undeprecated',
} as const satisfies Partial<Record<ApiChange, MessageId>>;

function createWriter({ strings, linkOf }: Pick<ChangesText, 'strings' | 'linkOf'>) {
  const message = (id: MessageId): string =>
    `<span ${MESSAGE_ATTRIBUTE}="${id}">${escapeHtml(strings[id] ?? '')}</span>`;
  const list = (id: MessageId, names: readonly string[] | undefined): string[] =>
    names ? [`${message(id)} ${names.map(inlineCode).join(', ')}`] : [];
  const fromTo = (id: MessageId, ...sides: (string | undefined)[]): string =>
    `${message(id)} ${sides.map((text) => (text === undefined ? '–' : inlineCode(cutType(text)))).join(' → ')}`;
  const describe = ({ fact, rows }: Change): string => {
    const { change, from, to, text, required, members } = fact;
    const type = (shown: string | undefined): string => (shown === undefined ? '' : ` ${inlineCode(cutType(shown))}`);
    switch (change) {
      case 'added': {
        const needed = required ? ` (${message('api.required')})` : '';
        return [`${message('api.wasAdded')}${needed}${type(to)}`, ...list('changes.rows', rows)].join('; ');
      }
      case 'removed':
        return [`${message('api.wasRemoved')}${type(from)}`, ...list('changes.rows', rows)].join('; ');
      case 'deprecated':
        return `${message('api.wasDeprecated')}${text === undefined ? '' : `. ${inlineComment(text)}`}`;
      case 'default':
        return fromTo('api.default', from, to);
      case 'widened':
      case 'narrowed':
      case 'changed':
        return [
          ...(from === to ? [] : [fromTo('api.type', from, to)]),
          ...list('api.addedMembers', members?.added),
          ...list('api.removedMembers', members?.removed),
          ...list('api.changedMembers', members?.changed),
          ...(from === to && !members ? [message('changes.type')] : []),
        ].join('; ');
      default:
        return message(PLAIN[change]);
    }
  };
  const line = (change: Change, ids: readonly string[]): string => {
    const { path, isBreaking } = change;
    // The heading has the name of the export.
    const name = path === undefined ? [] : [named(ids, path)];
    const parts = [...name, ...(isBreaking ? [badge()] : []), describe(change)];
    return `- ${parts.join(' ')}`;
  };
  const badge = (): string => `<Badge type="error">${message('changes.breaking')}</Badge>`;
  const named = (ids: readonly string[], path?: string): string => {
    const shown = path === undefined ? ids.map(inlineCode).join(', ') : inlineCode(path);
    const link = ids.map((id) => linkOf?.(path === undefined ? id : rowName(id, path))).find(Boolean);
    return link === undefined ? shown : `[${shown}](${link})`;
  };
  const row = (kind: 'added' | 'removed', exports: readonly ExportChanges[]): string[] => {
    if (exports.length === 0) return [];
    const isBreaking = exports.some(({ changes: [only] }) => only?.isBreaking);
    const names = exports.map(({ id, aliases = [] }) => named([id, ...aliases]));
    const label = message(kind === 'added' ? 'api.wasAdded' : 'api.wasRemoved');
    return [`- ${[...(isBreaking ? [badge()] : []), label, names.join(', ')].join(' ')}`];
  };
  const group = ({ id, aliases = [], changes }: ExportChanges, prefix: string): string[] => {
    const ids = [id, ...aliases];
    return [
      `### ${named(ids)} {#${prefix}-${id.replace(/[^\w$]+/g, '-')}}`,
      changes.map((change) => line(change, ids)).join('\n'),
    ];
  };
  const groups = (all: readonly ExportChanges[], prefix: string): string[] => {
    const { added, removed, others } = foldExports(all);
    const rows = [...row('removed', removed), ...row('added', added)];
    return [...(rows.length > 0 ? [rows.join('\n')] : []), ...others.flatMap((one) => group(one, prefix))];
  };
  return { message, groups };
}

function foldExports(groups: readonly ExportChanges[]): Record<'added' | 'removed' | 'others', ExportChanges[]> {
  const folded: ReturnType<typeof foldExports> = { added: [], removed: [], others: [] };
  for (const group of groups) {
    const [only, ...more] = group.changes;
    const change = only?.path === undefined && more.length === 0 ? only?.fact.change : undefined;
    folded[change === 'added' || change === 'removed' ? change : 'others'].push(group);
  }
  return folded;
}

/** An export that was added or removed with its rows is one change. */
function totalsOf(groups: readonly ExportChanges[]): Record<'all' | 'breaking' | 'added' | 'removed', number> {
  const all = groups.flatMap(({ changes }) => changes);
  const count = (wanted: ApiChange): number => all.filter(({ fact: { change } }) => change === wanted).length;
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return { all: all.length, breaking, added: count('added'), removed: count('removed') };
}

/** Returns Markdown of a comment for one line. Outside of code it has no HTML, and no links that are relative to the source. */
function inlineComment(markdown: string): string {
  return markdown
    .replace(/\s+/g, ' ')
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\{@link(?:code|plain)? ([^\s}|]+)[^}]*\}/g, '`$1`')
            .replace(/!?\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1')
            .replaceAll('<', '\\<'),
    )
    .join('')
    .trim();
}

interface VersionChanges {
  version: string;
  exports: ExportChanges[];
}

/** Returns every known version, newest first. */
export function groupChanges(history: ApiHistory): VersionChanges[] {
  const byVersion = groupBy(history.facts, ({ version }) => version);
  return knownVersions(history)
    .toReversed()
    .map((version) => ({ version, exports: groupByExport(byVersion.get(version) ?? []) }));
}

export function groupByMajor(versions: readonly VersionChanges[]): Map<string, VersionChanges[]> {
  return groupBy(versions, ({ version }) => majorOf(version));
}
