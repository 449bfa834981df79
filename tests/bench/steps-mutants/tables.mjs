// Results of the mutants in Markdown.
import fs from 'node:fs';

const KINDS = ['steps', 'console', 'axe', 'screenshots'];

/** Replaces a section of a file. A section ends before the next heading of the same level. */
export function replaceSection(file, title, text) {
  const old = fs.readFileSync(file, 'utf8');
  const section = new RegExp(`## ${title}\\n[\\s\\S]*?(?=\\n## |$(?![\\s\\S]))`);
  fs.writeFileSync(
    file,
    old.replace(section, () => `## ${title}\n\n${text.trim()}\n`),
  );
}

/** Prints a table with a row per demo, and the mutants that nothing has detected. */
export function printDemos(results, { seed, screenshots }) {
  const total = { name: 'all', mutants: results.flatMap(({ mutants }) => mutants) };
  const lines = [
    `Seed ${seed}${screenshots ? '' : ', without screenshots'}. Each mutant is counted once: in the first column that detects it.`,
    '',
    '| demo | mutants | equivalent | steps | console | axe | screenshots | detected |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...[...results, total].map(row),
  ];
  const list = (title, detected) => {
    const found = results.flatMap(({ name, mutants }) =>
      mutants.filter((mutant) => mutant.detected === detected).map((mutant) => [name, mutant]),
    );
    if (found.length === 0) return;
    lines.push('', `### ${title}`, '', '| demo | operator | change |', '| --- | --- | --- |');
    for (const [name, { operator, description }] of found)
      lines.push(`| ${name} | ${operator} | ${description.replaceAll('|', String.raw`\|`)} |`);
  };
  list('Detected by nothing', undefined);
  list('Equivalent: the markup and the screenshots of all states are the same', 'nothing');
  return lines.join('\n');
}

function row({ name, mutants }) {
  const count = (kind) => mutants.filter(({ detected }) => detected === kind).length;
  const equivalent = count('nothing');
  const counts = KINDS.map(count);
  return `| ${[name, mutants.length, equivalent, ...counts, share(sum(counts), mutants.length - equivalent)].join(' | ')} |`;
}

/** Prints the mutants of the component. */
export function printComponent({ sites, executed, mutants }, { seed }) {
  const detected = mutants.filter(({ detected }) => detected !== undefined && detected !== 'nothing');
  const equivalent = mutants.filter(({ detected }) => detected === 'nothing');
  const lines = [
    `Seed ${seed}. The steps execute ${executed} of ${sites} places that can be changed. Of ${mutants.length} random mutants there, ` +
      `${equivalent.length} change nothing in the states, and steps or messages detect ${detected.length}: ` +
      `${share(detected.length, mutants.length - equivalent.length)}.`,
    '',
    '| file | operator | change | detected by |',
    '| --- | --- | --- | --- |',
    ...mutants.map(({ file, operator, description, detected = 'nothing: **missed**', by }) =>
      cells([
        file,
        operator,
        description,
        detected === 'nothing' ? 'equivalent' : by ? `${detected}: ${by}` : detected,
      ]),
    ),
  ];
  return lines.join('\n');
}

const cells = (list) =>
  `| ${list.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const share = (part, whole) => `${whole === 0 ? 100 : Math.round((100 * part) / whole)} %`;
