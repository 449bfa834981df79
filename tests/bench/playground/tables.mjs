// Prints the results as tables in Markdown.

const ROWS = [
  'literals, enum',
  'boolean',
  'number',
  'string',
  'template literal',
  'ReactNode',
  'preset',
  'different kinds',
  'flat object, tuple',
  'array',
  'callback',
];
const REASONS = ['style', 'element', 'ref', 'html', 'preset', 'type', 'demo', 'controlled', 'refused'];
/** Longest list in a cell. */
const MAX_CELL = 190;

export function print(all) {
  const results = all.map((one) => ({ ...one, name: `\`${one.name}\`` }));
  printRows(results);
  printComponents(results);
  printWithout(results);
  printMissing(results);
  printStates(results);
}

function table(title, head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  console.log([`\n## ${title}\n`, line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n'));
}

function printRows(results) {
  const count = (components, row) => sum(components.map(({ rows = {} }) => rows[row] ?? 0));
  const columns = [...results.map(({ components }) => components), results.flatMap(({ components }) => components)];
  const rowOf = (row, label = row) => [label, ...columns.map((components) => count(components, row))];
  table(
    'Own props by row',
    ['row', ...results.map(({ name }) => name), 'all'],
    [
      ...ROWS.map((row) => rowOf(row)),
      ...REASONS.map((reason) => rowOf(`none: ${reason}`)),
      [
        'style system, not listed',
        ...columns.map((components) => sum(components.map(({ dropped = [] }) => dropped.length))),
      ],
    ],
  );
}

function printComponents(results) {
  const rows = results.flatMap(({ components }) =>
    components.map(({ id, found, rows = {}, schemaBytes, templateBytes, branches, refused = [] }, index) => {
      const name = `${index === 0 ? `${results.find((one) => one.components === components).name}: ` : ''}${id}`;
      if (!found) return [name, 'no playground', '', '', '', '', ''];
      const without = sum(Object.entries(rows).map(([row, count]) => (row.startsWith('none') ? count : 0)));
      const controls = sum(Object.values(rows)) - without;
      return [name, controls, without, schemaBytes, templateBytes, branches, refused.length];
    }),
  );
  table('Components', ['component', 'controls', 'none', 'schema B', 'playground B', 'branches', 'refused'], rows);
  const times = results.map(({ name, types: { rounds, alone } }) => [
    name,
    rounds.map(([check]) => (check / 1000).toFixed(1)).join(', '),
    rounds.map(([, controls]) => (controls / 1000).toFixed(1)).join(', '),
    Object.entries(alone)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([id, ms]) => `${id} ${(ms / 1000).toFixed(1)}`)
      .join(', '),
  ]);
  table('Time of the types worker, s', ['library', 'check of the demos', 'controls', 'slowest, alone, warm'], times);
}

function printWithout(results) {
  const rows = results.flatMap(({ name, components }) =>
    components.flatMap(({ id, without = {} }) =>
      Object.entries(without).flatMap(([reason, props]) => inCells(props).map((cell) => [name, id, reason, cell])),
    ),
  );
  table('Props without a control', ['library', 'component', 'reason', 'props'], rows);
}

function inCells(names) {
  const cells = [];
  for (const name of names) {
    const last = cells.at(-1);
    if (last !== undefined && last.length + name.length < MAX_CELL) cells[cells.length - 1] = `${last} ${name}`;
    else cells.push(name);
  }
  return cells;
}

function printMissing(results) {
  const rows = results.map(({ name, components }) => {
    const missing = components.flatMap((component) => component.missing ?? []);
    const countOf = (test) => sum(missing.map((prop) => prop.absent.filter((value) => test(prop, value)).length));
    const isRejected = ({ rejected = [] }, value) => rejected.includes(value);
    return [
      name,
      sum(components.map(({ literals = 0 }) => literals)),
      ...['ReactNode', ...REASONS].map((reason) => countOf((prop) => prop.reason === reason)),
      countOf((prop, value) => !prop.reason && isRejected(prop, value)),
      countOf((prop, value) => !prop.reason && !isRejected(prop, value)),
    ];
  });
  const head = ['library', 'found', 'ReactNode', ...REASONS, 'rejected by tsc', 'missing'];
  const used = head.map((_, index) => index < 2 || index >= head.length - 2 || rows.some((row) => row[index] > 0));
  const only = (cells) => cells.filter((_, index) => used[index]);
  table('Literals of react-docgen-typescript that are not offered', only(head), rows.map(only));
  const details = results.flatMap(({ name, components }) =>
    components.flatMap(({ id, missing = [] }) =>
      missing
        .filter(({ reason }) => reason !== 'ReactNode')
        .map(({ name: prop, absent, reason, rejected = [] }) => {
          const why = reason ?? (rejected.length === absent.length ? 'rejected by tsc' : 'missing');
          return [
            name,
            id,
            prop,
            absent.length > 8 ? `${absent.length} literals` : absent.map((one) => JSON.stringify(one)).join(' '),
            why,
          ];
        }),
    ),
  );
  table(
    'Each of them, without `true` and `false` of `ReactNode`',
    ['library', 'component', 'prop', 'literals', 'reason'],
    details,
  );
}

function printStates(results) {
  const rows = results.map(({ name, components }) => {
    const all = components.flatMap(({ rendered }) => rendered ?? []);
    const messages = new Set(all.flatMap(({ messages }) => Object.keys(messages)));
    return [
      name,
      sum(all.map(({ states }) => states)),
      sum(all.map(({ different }) => different.length)),
      sum(all.map(({ throws }) => throws)),
      [...messages]
        .map((text) => text.slice(7, 80).replaceAll('`', ''))
        .join('; ')
        .slice(0, MAX_CELL),
    ];
  });
  table('Printed code and page', ['library', 'states', 'different', 'both throw', 'messages'], rows);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
