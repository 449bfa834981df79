import path from 'node:path';
import type { ApiFact, ApiHistory } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { knownVersions } from './index-history.ts';
import { findVersion } from './versions.ts';

/** Name of the file with notes, in the folder of the history. */
const NOTES_FILE = '_api-notes.md';

interface Section {
  heading: string;
  location: Location;
  text: string;
}

export interface VersionNotes extends Section {
  names: Section[];
}

export function notesPath(historyPath: string): string {
  return path.join(path.dirname(historyPath), NOTES_FILE);
}

/** Parses a file of notes. The file has headings such as `## 2.1.0` for versions and, below, `### Button.size` for names. */
export function parseNotes(source: string, file: string): VersionNotes[] {
  const versions: VersionNotes[] = [];
  let fence: string | undefined;
  let offset = 0;
  for (const line of source.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const [, level, heading = ''] = (fence === undefined && /^(##|###) +(.*)$/.exec(line)) || [];
    const version = versions.at(-1);
    const section = {
      heading: heading.replaceAll('`', '').trim(),
      text: '',
      location: locate(file, source, offset, line.length),
    };
    if (level === '##') versions.push({ ...section, names: [] });
    else if (level === '###' && version) version.names.push(section);
    else if (version) (version.names.at(-1) ?? version).text += `${line}\n`;
    offset += line.length + 1;
  }
  return versions;
}

/** Adds notes as facts. Reports notes about unknown versions and names. `names` are the names in the working tree. */
export function addNotes(
  history: ApiHistory,
  notes: readonly VersionNotes[],
  names: Iterable<string> = [],
): { history: ApiHistory; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = (data: DataOf<'misplaced-api-note'>, location: Location): unknown =>
    diagnostics.push(createDiagnostic('misplaced-api-note', data, { location }));
  const versions = [...knownVersions(history), NEXT];
  const known = new Set([...history.names, ...history.facts.map(({ name }) => name), ...names]);
  const facts = notes.flatMap(({ heading, location, text, names: sections }): ApiFact[] => {
    const version = heading === NEXT ? NEXT : findVersion(history, heading);
    if (version === undefined) {
      report({ case: 'version', version: heading, nearest: nearestName(heading, versions) }, location);
      return [];
    }
    if (text.trim() !== '') report({ case: 'no-name', version: heading }, location);
    return sections.flatMap((section): ApiFact[] => {
      const name = nameOf(section.heading, known);
      if (name !== undefined) return [{ name, version, change: 'note', text: section.text.trim() }];
      const nearest = nearestName(section.heading, [...known].map(asWritten));
      report({ case: 'name', name: section.heading, nearest }, section.location);
      return [];
    });
  });
  const byName = [...history.facts, ...facts].sort((one, other) =>
    one.name < other.name ? -1 : Number(one.name > other.name),
  );
  return { history: { ...history, facts: byName }, diagnostics };
}

/** Returns the name that a heading refers to: `Button.size` is `Button#size`, but `Cascader.Panel` is an export. */
function nameOf(heading: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(heading)) return heading;
  const dots = [...heading.matchAll(/\./g)].map(({ index }) => index);
  return dots.map((at) => `${heading.slice(0, at)}#${heading.slice(at + 1)}`).find((name) => known.has(name));
}

function asWritten(name: string): string {
  return name.replace('#', '.');
}
