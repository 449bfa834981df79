// compare-types.mjs LIBRARY TABLES…   — how complete API tables are: each of TABLES is a components.json or an output
// of read-types.mjs.
import fs from 'node:fs';
import path from 'node:path';

const [folder, ...files] = process.argv.slice(2);
const truth = Object.entries(JSON.parse(fs.readFileSync(path.join(folder, 'truth.json'), 'utf8')));
const plainTables = ({ components }) =>
  Object.fromEntries(
    components.map(({ id, props, inherited = 0 }) => [
      id,
      {
        ...Object.fromEntries(
          props.map((prop) => [
            prop.name,
            { type: prop.plainType ?? prop.shortType ?? prop.type, default: prop.default },
          ]),
        ),
        ...(inherited > 0 && { ' attributes': {} }),
      },
    ]),
  );
const bare = (text) => String(text).replace(/["'\s]/g, '');

for (const file of files) {
  const read = JSON.parse(fs.readFileSync(file, 'utf8'));
  const tables = read.components ? plainTables(read) : read;
  const score = {};
  const count = (name, isRight) => {
    score[name] ??= [0, 0];
    score[name][0] += Number(Boolean(isRight));
    score[name][1]++;
  };
  for (const [id, { own, common, inherited, defaults, unions, plain }] of truth) {
    const table = tables[id];
    count('components', table);
    for (const name of own) count('own properties', table?.[name]);
    for (const name of common) count('of the base', table?.[name]);
    // `components.json` contains the number of DOM attributes, not their names.
    for (const name of inherited) count('of React', table?.[name] ?? table?.[' attributes']);
    for (const [name, value] of Object.entries(defaults))
      count('defaults', bare(table?.[name]?.default) === bare(value));
    for (const [name, members] of Object.entries(unions))
      count('unions in order', bare(table?.[name]?.type) === bare(members.join('|')));
    for (const [name, type] of Object.entries(plain)) count('generics', bare(table?.[name]?.type) === bare(type));
  }
  console.log(
    path.basename(file),
    Object.entries(score)
      .map(([name, [right, all]]) => `${name} ${right}/${all}`)
      .join(', '),
  );
}
