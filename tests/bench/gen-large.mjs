// gen-large.mjs COUNT FOLDER [text|full]   — a site of many short pages (0.8 KB), the same in each run.
// Ten areas of ten sections, 20 pages per topic: docs/area-0/section-0/topic-0/page-0.md.
// `full`: two locales, tabs, demos, API tables, images, MDX, and all forms of links between folders. It needs React in
// the folder (a link to a `node_modules` that contains it).
import fs from 'node:fs';
import path from 'node:path';
import { createRandom } from './random.mjs';

const [countText = '1000', folder = 'large', kind = 'text'] = process.argv.slice(2);
const count = Number(countText);
const isFull = kind === 'full';

const written = new Set();
function write(file, text) {
  const target = path.join(folder, file);
  const parent = path.dirname(target);
  if (!written.has(parent)) fs.mkdirSync(parent, { recursive: true });
  written.add(parent);
  fs.writeFileSync(target, text);
}

const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo xu za tren plo stri quan mor tel vin gor'.split(' ');
const random = createRandom(1);
const pick = (list, own = random) => list[Math.floor(own() * list.length)];
/** Words. The first ones are used often. */
const WORDS = Array.from({ length: 6000 }, (_, at) =>
  Array.from({ length: at < 200 ? 2 : 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join(''),
);
/** Picks a word. A few words are frequent, most are rare. */
const word = (own) => WORDS[Math.floor(own() ** 3 * WORDS.length)];

const folderOf = (page) => {
  const topic = Math.floor(page / 20);
  return `area-${topic % 10}/section-${Math.floor(topic / 10) % 10}/topic-${Math.floor(topic / 100)}`;
};
/** Returns true for every n-th page of a full site, which then gets a certain feature. */
const isEach = (every, page) => isFull && page % every === every - 1;
const extensionOf = (page) => (isEach(500, page) ? 'mdx' : 'md');
const fileOf = (page) => `docs/${folderOf(page)}/page-${page}.${extensionOf(page)}`;

function textOf(page, seed = page) {
  const own = createRandom(seed + 1000);
  const words = (length) => Array.from({ length }, () => word(own)).join(' ');
  const paragraph = () => `${words(14)}, \`${word(own)}\` ${words(12)} **${word(own)}** ${words(8)}.`;
  const target = Math.floor(own() * count);
  const relative = path.posix.relative(path.posix.dirname(fileOf(page)), fileOf(target));
  const link = (text) => {
    if (!isFull) return `[${text}](${relative}#part)`;
    const forms = [
      `[${text}](${relative}#part)`,
      `[${text}](/${folderOf(target)}/page-${target})`,
      `[${text}][ref]\n\n[ref]: ${relative}`,
      // A link that a plan cannot foresee.
      page % 50 === 3 ? `[${text}](${relative.replace('page-', 'page&#45;')})` : `<a href="${relative}">${text}</a>`,
    ];
    return pick(extensionOf(page) === 'mdx' ? forms.slice(0, 2) : forms, own);
  };
  return [
    `# ${words(3)} ${page}\n`,
    `${paragraph()}\n`,
    `## Part\n\n${paragraph()} See ${link(words(2))}\n`,
    `## ${words(2)}\n\n- ${words(8)}\n- ${words(9)}\n`,
    `\`\`\`ts\nexport const ${word(own)}${page} = '${words(4)}';\n\`\`\`\n`,
  ].join('\n');
}

for (let page = 0; page < count; page++) {
  const parts = [textOf(page)];
  const up = path.posix.relative(path.posix.dirname(fileOf(page)), '.');
  if (isEach(20, page)) parts.push('![picture](./picture.svg)\n');
  if (isEach(40, page))
    parts.push(`<code src="${up}/demos/demo-${Math.floor(page / 40) % 100}.tsx">Demo ${page}</code>\n`);
  if (isEach(90, page)) parts.push(`<API id="Part${Math.floor(page / 90) % 20}"></API>\n`);
  if (extensionOf(page) === 'mdx') parts.push(`export const many = ${page};\n\nThere are {many}.\n`);
  write(fileOf(page), parts.join('\n'));
  const name = fileOf(page).replace(/\.mdx?$/, '');
  if (isEach(10, page)) write(`${name}.de.md`, textOf(page, page + count));
  if (isEach(70, page)) write(`${name}.$tab-more.md`, textOf(page, page + 2 * count));
  if (isFull && page % 20 === 0)
    write(
      `docs/${folderOf(page)}/picture.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${page + 1}" height="9"/>\n`,
    );
}
write(
  'docs/index.md',
  `${isFull ? '---\nhero:\n  title: Large\n---\n\n' : ''}# Large\n\n[first](./${fileOf(0).slice(5)})\n`,
);
write('package.json', '{ "name": "large", "version": "1.0.0" }\n');
if (isFull) {
  write(
    'cascader-docs.config.mjs',
    "export default {\n  sitemap: { hostname: 'https://example.org' },\n  locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }],\n};\n",
  );
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler" } }\n',
  );
  const parts = Array.from(
    { length: 20 },
    (_, at) =>
      `export interface Part${at}Props {\n  /** What ${word(random)} says. */\n  label: string;\n  /** How many. */\n  count?: number;\n}\nexport function Part${at}({ label, count = ${at} }: Part${at}Props) {\n  return <b>{label} {count}</b>;\n}\n`,
  );
  write('src/index.tsx', parts.join(''));
  for (let demo = 0; demo < 100; demo++)
    write(
      `demos/demo-${demo}.tsx`,
      `import { Part${demo % 20} } from '../src';\n\nexport default () => <Part${demo % 20} label="${word(random)}" />;\n`,
    );
}
