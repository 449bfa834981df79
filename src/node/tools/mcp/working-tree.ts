import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { type AffectedItem, affected } from '../affected/affected.ts';
import { checkTypes } from '../check-types.ts';
import { openRepository } from '../checkout/git.ts';
import { defaultRef, resolveCommit, shortCommit } from '../checkout/resolve-commit.ts';
import { type ContractChange, SECTIONS } from '../report/compare-contracts.ts';
import { isAttention, report } from '../report/report.ts';
import { UnknownName } from './built-files.ts';
import { type Bench, openBench, type VerifiedDemo } from './verify-demos.ts';

interface ChangeQuery {
  /** Git ref to compare with. Default: the merge base with the default branch. */
  against?: string;
}

/** Answers queries about the working tree as text. The first line is the verdict. */
export type WorkingTree = ReturnType<typeof createWorkingTree>;

export function createWorkingTree({ root, projectRoot, ...site }: Site, signal?: AbortSignal) {
  let bench: Promise<Bench> | undefined;
  const openOnce = (): Promise<Bench> => {
    bench ??= openBench({ root, projectRoot, ...site }).catch((error: unknown) => {
      bench = undefined;
      throw error;
    });
    return bench;
  };
  const reach = (query: { against?: string; files?: string[] }) =>
    affected({ root, ...query, ...(signal && { signal }) });
  return {
    /** Paths in `files` are relative to the folder of the site or of the project, or to the top of the repository, as in a `diff`. */
    async affected({ files, diff, against }: ChangeQuery & { files?: string[]; diff?: string }): Promise<string> {
      const names = [...(files ?? []), ...filesInDiff(diff ?? '')];
      if (names.length === 0) return affectedText(await reach({ ...(against !== undefined && { against }) }));
      const { top } = await openRepository(root, signal).catch(() => ({ top: projectRoot }));
      return affectedText(await reach({ files: names.map((name) => locate(name, [root, projectRoot, top])) }));
    },
    /** `demos` contains ids. By default, these are the demos that changes since the commit can reach. */
    async verify({ demos, against }: ChangeQuery & { demos?: string[] }): Promise<string> {
      const { commit, reason } = await findCommit(root, against, signal);
      if (!demos && commit === undefined) throw new UnknownName(`Name the \`demos\` to verify. ${reason}`);
      try {
        const { verify } = await openOnce();
        const ids = demos ?? (await reach({ against: commit as string })).demos.map(({ id }) => id);
        const [types, verified] = await Promise.all([
          checkTypes({ root, ...(demos && { demos }), ...(signal && { signal }) }),
          verify([...new Set(ids)], commit),
        ]);
        const { notCompared = reason } = verified;
        const compared =
          notCompared === undefined ? `compared with ${shortCommit(commit ?? '')}` : `not compared: ${notCompared}`;
        return verdictText(verified.demos, errorsIn(types.diagnostics), compared);
      } catch (error) {
        if (!(error instanceof DiagnosticError) || error.exitCode !== 1) throw error;
        return ['✖ The site cannot be built', ...errorsIn(error.diagnostics)].join('\n');
      }
    },
    async report({ against, all }: ChangeQuery & { all?: boolean }): Promise<string> {
      const options = { ...(against !== undefined && { against }), ...(all && { all }), ...(signal && { signal }) };
      const { folder } = await report({ root, ...options });
      return await fs.readFile(path.join(folder, 'report.md'), 'utf8');
    },
    async close(): Promise<void> {
      await (await bench?.catch(() => undefined))?.close();
    },
  };
}

/** Returns the paths in a unified diff. Git quotes paths with non-ASCII bytes, and writes these bytes as octal numbers. */
export function filesInDiff(diff: string): string[] {
  const lines = diff.matchAll(/^(?:---|\+\+\+|rename from|rename to) ("?)(?:[abciow]\/)?([^\t\n]+?)\1\s*$/gm);
  const names = Array.from(lines, ([, quote, name = '']) =>
    quote === ''
      ? name
      : Buffer.from(
          name.replace(/\\(?:(\d{3})|(.))/g, (_, octal?: string, character = '') =>
            octal === undefined ? character : String.fromCharCode(Number.parseInt(octal, 8)),
          ),
          'latin1',
        ).toString(),
  );
  return [...new Set(names)].filter((name) => name !== '/dev/null');
}

function locate(name: string, folders: string[]): string {
  const candidates = folders.map((folder) => path.resolve(folder, name));
  return candidates.find((file) => existsSync(file)) ?? candidates.at(-1) ?? name;
}

async function findCommit(
  root: string,
  against: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ commit?: string; reason?: string }> {
  if (against !== undefined)
    return { commit: await resolveCommit(await openRepository(root, signal), against, signal) };
  try {
    return { commit: (await defaultRef(root, signal)).commit };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { reason: error.message };
  }
}

function errorsIn(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ text, location, notes = [] }) => {
      const place = location ? `${location.file}:${location.line}:${location.column} ` : '';
      return place + [text, ...notes].join('. ');
    });
}

function affectedText({ changed, demos, pages, exports, of }: Awaited<ReturnType<typeof affected>>): string {
  const list = (name: string, items: AffectedItem[], all: number): string[] => [
    `${items.length} of ${all} ${name}`,
    ...items.map(({ id, reason }) => `  ${id} ← ${reason.join(' → ')}`),
  ];
  return [
    `Changed files: ${changed.length}`,
    ...list('demos', demos, of.demos),
    ...list('pages', pages, of.pages),
    ...list('exports', exports, of.exports),
  ].join('\n');
}

function verdictText(demos: VerifiedDemo[], typeErrors: string[], compared: string): string {
  const failing = demos.filter(({ findings }) => findings.length > 0);
  const changing = demos.filter(({ contract }) => contract.some(isAttention));
  const counts = [
    `${failing.length} of ${demos.length} demos fail`,
    `${changing.length} change what users can rely on`,
    `${typeErrors.length} type errors`,
  ].join(', ');
  const mark = failing.length + typeErrors.length > 0 ? '✖' : changing.length > 0 ? '△' : '✔';
  const list = (title: string, lines: string[]): string[] =>
    lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
  const passing = demos.filter((demo) => !failing.includes(demo) && !changing.includes(demo));
  return [
    `${mark} ${counts} (${compared})`,
    ...list('Type errors', typeErrors),
    ...[...new Set([...failing, ...changing])].flatMap(({ id, findings, contract }) =>
      list(`${findings.length > 0 ? '✖' : '△'} ${id}`, [...findings, ...contract.map(changeText)]),
    ),
    ...list(
      'Findings that the commit has too',
      demos.flatMap(({ id, known }) => known.map((finding) => `${id} ${finding}`)),
    ),
    ...list(
      'Not compared with the commit',
      demos.flatMap(({ id, notCompared }) => (notCompared === undefined ? [] : [`${id}: ${notCompared}`])),
    ),
    ...list(
      'Passed',
      passing.map(({ id }) => id),
    ),
  ].join('\n');
}

function changeText({ section, change, text, counts }: ContractChange): string {
  const what = change === 'order' ? 'another order' : `${change} ${text}`;
  return `${SECTIONS[section]}: ${what}${counts ? ` (${counts[0]} → ${counts[1]})` : ''}`;
}
