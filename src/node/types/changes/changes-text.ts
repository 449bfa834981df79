/** Text of the pages that list API changes. It is Markdown with the ids of interface strings, so that the strings are translated. */

import { type ChangePart, describeChange } from '../../../shared/api-changes/describe-change.ts';
import { foldExports, totalsOf } from '../../../shared/api-changes/fold-exports.ts';
import { type Change, type ExportChanges, groupBy, groupByExport } from '../../../shared/api-changes/group-changes.ts';
import { rowName } from '../../../shared/api-changes/names.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { MESSAGE_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type enUS from '../../../shared/messages/en-US.ts';
import { knownVersions } from '../history/index-history.ts';
import { majorOf } from '../history/versions.ts';
import { inlineCode } from './inline-code.ts';

type MessageId = keyof typeof enUS;

/** Matches the page of the newest major, of an older one, or of an earlier package name: `~changes/rc-cascader-3.md`. */
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
  /** Oldest version in the history, which was not compared with another version. */
  first: string;
  next?: ExportChanges[] | undefined;
  strings: Record<string, string>;
  show: (version: string) => string;
  /** Returns the URL of a name in a table. Undefined if no table contains the name. */
  linkOf?: ((name: string) => string | undefined) | undefined;
  /** Tag of the picker. Absent if there is nothing to choose. */
  picker?: string | undefined;
}

export function changesText(input: ChangesText): string {
  const { package: name, major, majors, versions, first, next = [], strings, show, picker } = input;
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
    ...(picker === undefined ? [] : [picker]),
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

function createWriter({ strings, show, linkOf }: Pick<ChangesText, 'strings' | 'show' | 'linkOf'>) {
  const message = (id: MessageId): string =>
    `<span ${MESSAGE_ATTRIBUTE}="${id}">${escapeHtml(strings[id] ?? '')}</span>`;
  const print = (part: ChangePart): string => {
    if ('message' in part) return message(part.message);
    if ('code' in part) return inlineCode(part.code);
    if ('comment' in part) return inlineComment(part.comment);
    if ('note' in part) return part.note.replace(/\n/g, '\n  ');
    return 'version' in part ? show(part.version) : part.text;
  };
  const line = (change: Change, ids: readonly string[]): string => {
    const { path, isBreaking } = change;
    // The heading contains the name of the export.
    const name = path === undefined ? [] : [named(ids, path)];
    const parts = [...name, ...(isBreaking ? [badge()] : []), describeChange(change).map(print).join('')];
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
    const names = exports.map(({ id, aliases = [], changes: [only] }) => {
      const { replacement } = only?.fact ?? {};
      const renamed = replacement === undefined ? '' : ` (${message('changes.renamed')} ${inlineCode(replacement)})`;
      return `${named([id, ...aliases])}${renamed}`;
    });
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

/** Returns the Markdown of a comment as one line. Outside code, the line contains no HTML and no links relative to the source. */
export function inlineComment(markdown: string): string {
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

/** Returns the changes of every known version, newest version first. */
export function groupChanges(history: ApiHistory): VersionChanges[] {
  const byVersion = groupBy(history.facts, ({ version }) => version);
  return knownVersions(history)
    .toReversed()
    .map((version) => ({ version, exports: groupByExport(byVersion.get(version) ?? []) }));
}

export function groupByMajor(versions: readonly VersionChanges[]): Map<string, VersionChanges[]> {
  return groupBy(versions, ({ version }) => majorOf(version));
}
