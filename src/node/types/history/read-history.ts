import fs from 'node:fs';
import path from 'node:path';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../../base/errors.ts';
import { relativePath } from '../../base/files/paths.ts';
import { readText } from '../../base/files/read-files.ts';
import { findJsonFault } from '../../bundle/esbuild/json-fault.ts';
import { locateKey } from '../../project/config/key-location.ts';
import type { Site } from '../../project/config/types.ts';
import { notesPath, parseNotes, type VersionNotes } from './api-notes.ts';
import { checkFacts, findShapeProblem, type HistoryProblem } from './check-history.ts';

/** Default path of the history file, relative to the site's folder. */
export const HISTORY_FILE = 'docs/api-history.json';

/** `history` is absent if the file does not exist or cannot be used. Facts that contradict other facts are left out. */
export interface ReadHistory {
  history?: ApiHistory;
  /** Notes that the author wrote. */
  notes?: VersionNotes[];
  diagnostics: Diagnostic[];
}

/** Returns the absolute path of a site's history file. Undefined if the configuration turns the history off. */
export function historyPath({ root, config }: Site): string | undefined {
  const { history } = config.apiParser || { history: false };
  return history === false ? undefined : (history ?? path.join(root, HISTORY_FILE));
}

/** Reads a site's history. The default file need not exist, but a configured file must exist. */
export async function readSiteHistory(site: Site): Promise<ReadHistory> {
  const filePath = historyPath(site);
  if (filePath === undefined) return { diagnostics: [] };
  const read = await readHistory(filePath, site.root);
  if (read) return { ...read, ...readNotes(notesPath(filePath), site.root) };
  const { configFile, configSource = '', config } = site;
  if (config.apiParser === false || config.apiParser.history === undefined) return { diagnostics: [] };
  const location = configFile && locateKey(configFile, configSource, ['apiParser', 'history']);
  const data = { file: relativePath(site.root, filePath) };
  return { diagnostics: [createDiagnostic('missing-api-history', data, { ...(location && { location }) })] };
}

/** Reads a history. Undefined if the file does not exist. Locations are relative to `root`. */
export async function readHistory(filePath: string, root: string): Promise<ReadHistory | undefined> {
  const file = relativePath(root, filePath);
  const refused = (data: DataOf<'invalid-api-history'>, location?: Location): ReadHistory => ({
    diagnostics: [createDiagnostic('invalid-api-history', data, { ...(location && { location }) })],
  });
  let text: string;
  try {
    text = readText(filePath).replace(/^\uFEFF/, '');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    return refused({ case: 'unreadable', file, code: errorCode(error) ?? 'unknown' });
  }
  const conflict = /^(?:<{7}|>{7}|\|{7}|={7}$)/m.exec(text);
  if (conflict) return refused({ case: 'conflict', file }, locate(file, text, conflict.index, conflict[0].length));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const fault = await findJsonFault(text, file);
    return refused({ case: 'syntax', file, reason: fault?.text ?? (error as Error).message }, fault?.location);
  }
  const at = ({ path: keys }: HistoryProblem): Location => locateKey(file, text, keys);
  const problem = findShapeProblem(value);
  if (problem) return refused({ case: 'shape', file, reason: problem.reason }, at(problem));
  const history = value as ApiHistory;
  const { facts, problems } = checkFacts(history);
  const diagnostics = problems.map((entry) =>
    createDiagnostic('contradictory-api-history', { case: 'fact', reason: entry.reason }, { location: at(entry) }),
  );
  return { history: { ...history, facts }, diagnostics };
}

/** Reads notes from a file that need not exist. */
function readNotes(filePath: string, root: string): Pick<ReadHistory, 'notes'> {
  if (!fs.existsSync(filePath)) return {};
  const source = readText(filePath)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
  return { notes: parseNotes(source, relativePath(root, filePath)) };
}
