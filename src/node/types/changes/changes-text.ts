/** Text of the pages that list the changes of the API: Markdown, with the ids of interface strings, so that they are translated. */

import { MESSAGE_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type enUS from '../../../shared/messages/en-US.ts';
import { exportOf, pathOf } from '../history/api-names.ts';
import { isBreaking } from '../history/is-breaking.ts';
import { type Change, type ExportChanges, groupBy, type VersionChanges } from './group-changes.ts';
import { inlineCode } from './inline-code.ts';

type MessageId = keyof typeof enUS;

/** The newest major, an older one, or one of an earlier name of the package: `~changes/rc-cascader-3.md`. */
const SOURCE_PATH = /^~changes(?:\/(?:[^/]+-)?\d+)?\.md$/;

/** Returns true for the source path of a page that lists changes. */
export function isChangesPage(sourcePath: string): boolean {
  return SOURCE_PATH.test(sourcePath);
}

/** Inputs of the text of a page. */
export interface ChangesText {
  package: string;
  major: string;
  /** All major versions, newest first, with the routes of their pages. */
  majors: { major: string; route: string }[];
  /** Newest first. */
  versions: VersionChanges[];
  /** Oldest version of the history, to which no other version was compared. */
  first: string;
  /** Names that the working tree has in addition, and names that it lacks. Only for the newest major version. */
  next?: Record<'added' | 'removed', string[]> | undefined;
  strings: Record<string, string>;
  /** Returns a version as it is displayed. */
  show: (version: string) => string;
  /** Returns the address of a name in a table; undefined if no table has it. */
  linkOf?: (name: string) => string | undefined;
}

/** Returns the source of a page, with front matter. */
export function changesText(input: ChangesText): string {
  const { package: name, major, majors, versions, first, next, strings, show } = input;
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
    ...(next && next.added.length + next.removed.length > 0
      ? [`## ${message('api.next')} {#next}`, ...write.next(next)]
      : []),
    ...versions.flatMap(({ version, exports }) => {
      const shown = show(version);
      const groups = exports.flatMap((group) => write.group(group, `v${shown}`));
      return groups.length > 0 ? [`## ${shown} {#v${shown.replace(/[^\w.-]+/g, '-')}}`, ...groups] : [];
    }),
    ...(unchanged.length > 0 ? [`${message('changes.none')}: ${unchanged.join(', ')}`] : []),
    ...(versions.some(({ version }) => version === first) ? [`${message('changes.first')}: ${show(first)}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Creates the functions that write parts of a page. */
function createWriter({ strings, linkOf }: Pick<ChangesText, 'strings' | 'linkOf'>) {
  const message = (id: MessageId): string =>
    `<span ${MESSAGE_ATTRIBUTE}="${id}">${escapeHtml(strings[id] ?? '')}</span>`;
  const shownName = (name: string, text: string): string => {
    const link = linkOf?.(name);
    return link === undefined ? inlineCode(text) : `[${inlineCode(text)}](${link})`;
  };
  const names = (label: MessageId, list: string[]): string => `${message(label)} ${list.map(inlineCode).join(', ')}`;
  const change = (label: MessageId, from: string | undefined, to: string | undefined): string =>
    `${message(label)} ${from === undefined ? '–' : inlineCode(from)} → ${to === undefined ? '–' : inlineCode(to)}`;

  const describe = ({ fact: { change: kind, from, to, text, required, members }, rows }: Change): string[] => {
    const of = (type: string | undefined): string => (type === undefined ? '' : ` ${inlineCode(type)}`);
    switch (kind) {
      case 'added': {
        const needed = required ? ` (${message('api.required')})` : '';
        return [`${message('api.wasAdded')}${needed}${of(to)}`, ...(rows ? [names('changes.rows', rows)] : [])];
      }
      case 'removed':
        return [`${message('api.wasRemoved')}${of(from)}`, ...(rows ? [names('changes.rows', rows)] : [])];
      case 'declared':
        return [message('changes.declared')];
      case 'required':
        return [message('api.wasRequired')];
      case 'optional':
        return [message('api.wasOptional')];
      case 'deprecated':
        return [`${message('api.wasDeprecated')}${text === undefined ? '' : `. ${inline(text)}`}`];
      case 'undeprecated':
        return [message('changes.undeprecated')];
      case 'default':
        return [change('api.default', from, to)];
      default: {
        const { added, removed, changed } = members ?? {};
        return [
          ...(from === to ? [] : [change('api.type', from, to)]),
          ...(added ? [names('api.addedMembers', added)] : []),
          ...(removed ? [names('api.removedMembers', removed)] : []),
          ...(changed ? [names('api.changedMembers', changed)] : []),
          ...(from === to && !members ? [message('changes.type')] : []),
        ];
      }
    }
  };
  const line = (shown: Change): string => {
    const { fact, path } = shown;
    const badge = shown.isBreaking ? ` <Badge type="error">${message('changes.breaking')}</Badge>` : '';
    return `- ${shownName(fact.name, path ?? fact.name)}${badge} ${describe(shown).join('; ')}`;
  };
  const group = ({ id, changes }: ExportChanges, prefix: string): string[] => [
    `### ${inlineCode(id)} {#${prefix}-${id.replace(/[^\w$]+/g, '-')}}`,
    changes.map(line).join('\n'),
  ];
  return {
    message,
    group,
    next({ added, removed }: Record<'added' | 'removed', string[]>): string[] {
      const facts = [
        ...added.map((name) => ({ name, change: 'added' as const })),
        ...removed.map((name) => ({ name, change: 'removed' as const })),
      ];
      const groups = [...groupBy(facts, ({ name }) => exportOf(name))].sort(([one], [other]) => (one < other ? -1 : 1));
      return groups.flatMap(([id, own]) => {
        const changes = own.map((fact): Change => {
          const path = pathOf(fact.name);
          return { fact: { ...fact, version: '' }, ...(path !== undefined && { path }), isBreaking: isBreaking(fact) };
        });
        return group({ id, changes }, 'next');
      });
    },
  };
}

/** Returns Markdown of a comment for one line. Outside of code it has no HTML, and no links that are relative to the source. */
function inline(markdown: string): string {
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
