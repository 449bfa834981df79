import type { Coverage } from '../index.ts';
import {
  type Command,
  type CommandGroup,
  colors,
  countBySeverity,
  counted,
  EXIT,
  FORMAT,
  type Format,
  parsePercent,
  ROOT,
} from '../kit/kit.ts';

interface CoverageFlags {
  root?: string;
  min?: number;
  minShown?: number;
  format: Format;
}

const apiCoverage: Command = {
  description: 'list exports and properties that lack a description or a demo',
  arguments: ROOT,
  options: {
    '--min <percent>': {
      description: 'fail if a smaller percentage of exports and properties has a description',
      parse: parsePercent,
    },
    '--min-shown <percent>': {
      description: 'fail if demos show a smaller percentage of exports and properties',
      parse: parsePercent,
    },
    ...FORMAT,
  },
  async run(kit, { root, min = 0, minShown = 0, format }: CoverageFlags) {
    const { apiCoverage } = await import('../index.ts');
    const result = await apiCoverage({ root, signal: kit.signal, onStage: kit.progress });
    kit.print(format === 'json' ? JSON.stringify(result) : textOf(result));
    const missed = [
      ...(result.percent < min ? [`below the ${min} % that --min requires`] : []),
      ...(result.shownPercent < minShown ? [`below the ${minShown} % that --min-shown requires`] : []),
    ];
    for (const text of missed) kit.note(`${colors.red('✖')} ${text}`);
    return missed.length > 0 ? EXIT.content : EXIT.ok;
  },
};

interface HistoryFlags {
  root?: string;
  package?: string;
  from?: string;
  all?: boolean;
  offline?: boolean;
  format: Format;
}

const apiHistory: Command = {
  description:
    'read the published versions of the library that are missing from the history file, and add their changes to it',
  arguments: ROOT,
  options: {
    '--package <name>': 'name of the package (default: the documented one)',
    '--from <version>': 'first version of a new history (default: the first published version)',
    '--all': 'read every version, not only the last patch of each minor version',
    '--offline': "use only npm's cache",
    ...FORMAT,
  },
  async run(kit, { package: packageName, format, ...flags }: HistoryFlags) {
    const { updateApiHistory } = await import('../index.ts');
    const { diagnostics, file, history, added } = await updateApiHistory({
      ...{ ...flags, packageName, signal: kit.signal },
      onVersion(version, index, count) {
        if (format === 'text') kit.note(`${colors.dim(`${index + 1} of ${count}:`)} ${version}`);
      },
    });
    kit.report(diagnostics);
    const { versions, facts } = history;
    const total = `${counted(versions.length, 'version')}, ${counted(facts.length, 'change')}`;
    if (format === 'json')
      kit.print(JSON.stringify({ file, versions: versions.map(({ version }) => version), added, facts: facts.length }));
    else if (added.length === 0) kit.print(`${file} is up to date: ${total}`);
    else kit.print(`${file}: ${counted(added.length, 'version')} added. ${total}`);
    return countBySeverity(diagnostics).errors > 0 ? EXIT.content : EXIT.ok;
  },
};

interface DiffFlags {
  older: string;
  newer?: string;
  root?: string;
  package?: string;
  offline?: boolean;
  format: 'text' | 'json' | 'markdown';
  failOn?: 'breaking' | 'any';
}

const apiDiff: Command = {
  description: 'list the API changes between two versions',
  arguments: {
    '<older>': 'a version, a tag, `next` for the working tree, or a folder with types',
    '[newer]': 'as for <older> (default: `next`)',
  },
  options: {
    '--root <folder>': 'site folder (default: the working directory)',
    '--package <name>': 'name of the package (default: the documented one)',
    '--offline': "use only npm's cache",
    '--format <format>': {
      description: 'text, json, or markdown for release notes',
      choices: ['text', 'json', 'markdown'],
      default: 'text',
    },
    '--fail-on <changes>': {
      description: 'exit with code 1 if there are changes of this kind',
      choices: ['breaking', 'any'],
    },
  },
  async run(kit, { package: packageName, newer = 'next', format, failOn, ...flags }: DiffFlags) {
    const { diffApi, apiDiffReport } = await import('../index.ts');
    const diff = await diffApi({ ...flags, newer, packageName, signal: kit.signal });
    kit.report(diff.diagnostics);
    const { bold: strong, green: added, red: breaking, dim: quiet } = colors;
    if (format === 'json') kit.print(JSON.stringify(diff));
    else kit.print(apiDiffReport(diff, format, { strong, added, breaking, quiet }).trimEnd());
    const isFailure = failOn === 'any' ? diff.facts.length > 0 : diff.facts.some(({ isBreaking }) => isBreaking);
    return failOn && isFailure ? EXIT.content : EXIT.ok;
  },
};

export const api: CommandGroup = {
  description: "report on the library's API: coverage (default), history, diff",
  commands: { history: apiHistory, diff: apiDiff, coverage: apiCoverage },
  default: 'coverage',
};

function textOf({ components, percent, shownPercent, described, shown, total }: Coverage): string {
  const lines = components.flatMap(({ id, kind, described, shown, total, withoutDescription, withoutDemo }) => [
    `${colors.bold(id)} ${colors.dim(`${kind} · described ${described} of ${total} · shown ${shown} of ${total}`)}`,
    ...(withoutDescription.length > 0 ? [`  ${colors.yellow('no description')} ${withoutDescription.join(', ')}`] : []),
    ...(withoutDemo.length > 0 ? [`  ${colors.yellow('no demo')} ${withoutDemo.join(', ')}`] : []),
  ]);
  const outcome = `${colors.bold(`${percent} %`)} described (${described} of ${total}), ${shownPercent} % shown in a demo (${shown})`;
  return [...lines, '', outcome].join('\n');
}
