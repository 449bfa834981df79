// playground-first.mjs FOLDER [LIBRARY…]   — the first twelve controls of eight components each of three libraries, beside
// what their documentation shows first. FOLDER has the packages (see playground.md). Prints a table in Markdown.
import path from 'node:path';
import { OTHERS } from './playground/other-libraries.mjs';
import { buildSite, readPlaygrounds, writeSite } from './playground/sites.mjs';

/** Number of controls that are not below "More". */
const FIRST = 12;

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node tests/bench/playground-first.mjs FOLDER [LIBRARY…]');

const rows = (names.length > 0 ? names : Object.keys(OTHERS)).flatMap((name) => rowsOf(name, OTHERS[name]));
const head = ['component', 'controls', 'events', 'first twelve', 'documented first', 'not among them'];
for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);

function rowsOf(name, library) {
  const site = writeSite(path.resolve(folder), name, library);
  buildSite(site);
  return readPlaygrounds(site, library).map(({ id, playground: { schema } }, index) => {
    const all = [...new Set(schema.props.map((prop) => prop.name))];
    const events = new Set(schema.props.flatMap(({ name, control }) => (control.kind === 'event' ? name : [])));
    const first = all.slice(0, FIRST);
    const documented = library.documented[id].split(' ');
    const reasons = new Map(schema.without);
    const others = documented.filter((prop) => !first.includes(prop));
    return [
      index === 0 ? `\`${name}\`: ${id}` : id,
      all.length,
      events.size,
      first.join(' '),
      documented.join(' '),
      others.map((prop) => `${prop} (${reasons.get(prop) ?? (all.includes(prop) ? 'More' : 'of React')})`).join(' '),
    ];
  });
}
