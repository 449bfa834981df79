import { groupBy } from '../../../shared/api-changes/group-changes.ts';
import { exportOf, pathOf } from '../../../shared/api-changes/names.ts';
import type { MemberChanges } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { inlineCode } from '../../types/changes/inline-code.ts';
import type { ApiDiff, ApiDifference, ApiNote } from './diff-api.ts';

/** Human-readable formats of the report. */
export type DiffFormat = 'text' | 'markdown';

/** Colors of the text report. */
export interface ReportColors {
  strong: (text: string) => string;
  added: (text: string) => string;
  breaking: (text: string) => string;
  quiet: (text: string) => string;
}

/**
 * Returns the report of a comparison, as text for a terminal or as Markdown for release notes.
 *
 * @param colors colors of the text; default: none
 */
export function apiDiffReport(diff: ApiDiff, format: DiffFormat, colors: ReportColors = PLAIN): string {
  return format === 'markdown' ? markdownReport(diff) : textReport(diff, colors);
}

const PLAIN: ReportColors = { strong: same, added: same, breaking: same, quiet: same };

function same(text: string): string {
  return text;
}

function markdownReport({ older, newer, facts, notes, advice }: ApiDiff): string {
  const groups = byExport([...facts, ...notes]).map(
    ([id, group]) => `## ${inlineCode(id)}\n\n${group.map((fact) => `- ${markdownLine(fact, id)}`).join('\n')}`,
  );
  return `${[`# ${older} → ${newer}`, summary(facts, advice), ...groups].join('\n\n')}\n`;
}

function textReport({ older, newer, facts, notes, advice }: ApiDiff, colors: ReportColors): string {
  const groups = byExport([...facts, ...notes]).map(([id, group]) => {
    const lines = group.map((fact) => `  ${textLine(fact, id, colors)}`);
    return `${colors.strong(id)}\n${lines.join('\n')}`;
  });
  return `${[`${older} → ${newer}`, ...groups, summary(facts, advice)].join('\n\n')}\n`;
}

function textLine(fact: ApiDifference | ApiNote, id: string, { breaking, added, quiet }: ReportColors): string {
  if (!('change' in fact)) return `i ${noteText(fact, id)}`.replace(/\n(?=.)/g, '\n      ');
  const { sign, text, details } = describe(fact, id);
  const colored = fact.isBreaking
    ? breaking(`${sign} ${text}`)
    : sign === '+'
      ? added(`${sign} ${text}`)
      : `${sign} ${text}`;
  const mark = fact.isBreaking ? ` ${quiet('breaking')}` : '';
  return `${colored}${mark}${details.map((line) => `\n      ${quiet(line)}`).join('')}`;
}

function markdownLine(fact: ApiDifference | ApiNote, id: string): string {
  if (!('change' in fact)) return noteText(fact, id, inlineCode).replace(/\n(?=.)/g, '\n  ');
  const { text, details } = describe(fact, id, inlineCode);
  const mark = fact.isBreaking ? '**Breaking:** ' : '';
  return `${mark}${text}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
}

function noteText({ name, version, text }: ApiNote, id: string, quote = same): string {
  return `${quote(pathOf(name) ?? id)} in ${version === NEXT ? 'the next version' : version}: ${text}`;
}

/** Describes a fact: its sign, one line, and any further lines. */
function describe(
  { name, change, from, to, text, members, required, replacement }: ApiDifference,
  id: string,
  quote = (value: string): string => value,
): { sign: string; text: string; details: string[] } {
  const shown = quote(pathOf(name) ?? id);
  const typed = (type: string | undefined): string => (type === undefined ? '' : `: ${quote(type)}`);
  const types = [
    ...(from === undefined ? [] : [`from ${quote(from)}`]),
    ...(to === undefined ? [] : [`to ${quote(to)}`]),
  ];
  switch (change) {
    case 'added':
      return { sign: '+', text: `${shown} added${required ? ' (required)' : ''}${typed(to)}`, details: [] };
    case 'removed':
      return {
        sign: '-',
        text: `${shown} removed${typed(from)}`,
        details: replacement === undefined ? [] : [`perhaps replaced by ${quote(replacement)}`],
      };
    case 'declared':
      return { sign: '+', text: `${shown} declared by the library, was a DOM attribute`, details: [] };
    case 'inherited':
      return { sign: '~', text: `${shown} is a DOM attribute now, no longer declared`, details: [] };
    case 'required':
      return { sign: '~', text: `${shown} is now required`, details: [] };
    case 'optional':
      return { sign: '~', text: `${shown} is now optional`, details: [] };
    case 'deprecated':
      return { sign: '!', text: `${shown} deprecated`, details: text === undefined ? [] : [text.replace(/\s+/g, ' ')] };
    case 'undeprecated':
      return { sign: '!', text: `${shown} is no longer deprecated`, details: [] };
    case 'default':
      return { sign: '~', text: `${shown} has another default`, details: types };
    default:
      return {
        sign: '~',
        text: `${shown} ${TYPE_TEXT[change as keyof typeof TYPE_TEXT]}`,
        details: [...types, ...describeMembers(members, quote)],
      };
  }
}

const TYPE_TEXT = {
  widened: 'has a wider type',
  narrowed: 'has a narrower type',
  changed: 'has a different type',
};

function describeMembers(members: MemberChanges | undefined, quote: (value: string) => string): string[] {
  return Object.entries(members ?? {}).map(
    ([kind, names]: [string, string[]]) => `${kind}: ${names.map(quote).join(', ')}`,
  );
}

/** Returns a sentence about the number of changes and what they mean for the version number. */
function summary(facts: readonly ApiDifference[], advice: ApiDiff['advice']): string {
  if (facts.length === 0) return 'No changes of the API: a patch version.';
  const breaking = facts.filter((fact) => fact.isBreaking).length;
  return `${facts.length} ${facts.length === 1 ? 'change' : 'changes'}, ${breaking} breaking: a ${advice} version.`;
}

/** Groups facts and notes by export. The notes of an export follow its facts. */
function byExport(all: readonly (ApiDifference | ApiNote)[]): [id: string, (ApiDifference | ApiNote)[]][] {
  const byName = all.toSorted(({ name: one }, { name: other }) => (one < other ? -1 : Number(one > other)));
  return [...groupBy(byName, ({ name }) => exportOf(name))];
}
