// Generates a deterministic documentation corpus to compare site generators.
//   node gen-corpus.mjs FORMAT N OUT_DIR [SEED=1]
// FORMAT: dumi | rspress | vitepress | docusaurus | starlight | hugo | plain
// Writes OUT_DIR/index.* (home) and OUT_DIR/guide/section-XX/page-XXXX.*, about 20 pages per folder. The words of page i
// are the same in every format. Only front matter, the form of links and the info string of the tsx block differ.
// Each page: title + description, 8 headings, 12 paragraphs of ~60 words, a GFM table, 4 fenced blocks, 6 links,
// a list.
// There is no raw "{" or "<" outside of code, so the text is both valid Markdown and valid MDX.
// One page in thirty contains the word "quokka" (a search term with few hits); nearly all contain "render".
import fs from 'node:fs';
import path from 'node:path';

const [, , format, nArg, outDir, seedArg] = process.argv;
const N = Number(nArg);
if (!format || !N || !outDir) {
  console.error('usage: gen-corpus.mjs FORMAT N OUT_DIR [SEED]');
  process.exit(2);
}

function rng(seed) {
  // mulberry32
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const common =
  `the a of to and in is that it with for as on this be are by from or an when can will which if not you its has
each value component page render state option select input menu tree node panel list table form field label popup trigger
overlay theme token style class prop type default callback event change click hover focus blur key path data source load
async search filter match sort check expand collapse open close visible hidden disabled active selected multiple single
single-line nested leaf parent child children root index level depth column row cell width height size align place offset
motion animation transition duration delay enter leave mount update unmount effect hook context provider consumer ref
memo cache compute derive control controlled uncontrolled initial current next previous first last empty fallback locale
language text icon arrow button image link header footer sidebar content layout grid flex container wrapper portal root
accessibility keyboard screen reader role attribute aria order tab stop caret cursor pointer touch scroll virtual window
large small medium fast slow simple complex build bundle compile output server client static dynamic export import module
package version release change migration upgrade install configure plugin loader transform parse stringify markdown syntax
example demo source code block snippet note warning tip reference guide tutorial concept recipe pattern rule convention`.split(
    /\s+/,
  );
const seed = Number(seedArg ?? 1);
const vr = rng(seed * 7919 + 17);
const syl = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'xu',
  'za',
  'tren',
  'plo',
  'stri',
  'quan',
  'mor',
  'tel',
  'vin',
  'gor',
];
const rare = Array.from({ length: 3000 }, () =>
  Array.from({ length: 2 + Math.floor(vr() * 3) }, () => syl[Math.floor(vr() * syl.length)]).join(''),
);

const secOf = (i) => Math.floor(i / 20) + 1;
const pad = (x, n) => String(x).padStart(n, '0');
const slug = (i) => `page-${pad(i + 1, 4)}`;
const sec = (i) => `section-${pad(secOf(i), 3)}`;

function page(i) {
  const r = rng(seed * 1000003 + i * 2654435761);
  const pick = (a) => a[Math.floor(r() * a.length)];
  const word = () =>
    r() < 0.82 ? common[Math.floor(r() ** 1.8 * common.length)] : rare[Math.floor(r() ** 2 * rare.length)];
  const words = (n) => Array.from({ length: n }, word);
  const cap = (s) => s[0].toUpperCase() + s.slice(1);
  const title = `${cap(words(3).join(' '))} ${i + 1}`;
  const description = `${cap(words(14).join(' '))}.`;
  const links = Array.from({ length: 6 }, () => Math.floor(r() * N));
  const href = (j) => {
    const rel = secOf(j) === secOf(i) ? `./${slug(j)}` : `../${sec(j)}/${slug(j)}`;
    if (format === 'starlight' || format === 'hugo')
      // Pretty URLs add one level.
      return secOf(j) === secOf(i) ? `../${slug(j)}/` : `../../${sec(j)}/${slug(j)}/`;
    return `${rel}.md`;
  };
  let li = 0;
  const para = (k) => {
    const out = [];
    let left = 60;
    while (left > 0) {
      const n = Math.min(left, 8 + Math.floor(r() * 12));
      const w = words(n);
      if (r() < 0.35) w[Math.floor(r() * n)] = `\`${pick(rare)}\``;
      if (r() < 0.2) w[Math.floor(r() * n)] = `**${pick(common)}**`;
      out.push(`${cap(w.join(' '))}.`);
      left -= n;
    }
    if (k % 2 === 0 && li < 6) {
      const j = links[li++];
      out.push(`See [${words(2).join(' ')}](${href(j)}) for more.`);
    }
    if (k === 5 && i % 30 === 7) out.push('A quokka lives here.');
    return out.join(' ');
  };
  const C = cap(pick(rare)) + cap(pick(rare));
  const tsx = `import React, { useMemo, useState } from 'react';
import { Select, type SelectProps } from './${pick(rare)}';

interface ${C}Props<T extends string = string> extends Omit<SelectProps<T>, 'options'> {
  ${pick(rare)}?: boolean;
  options: Array<{ value: T; label: React.ReactNode }>;
}

// ${words(8).join(' ')}
export default function ${C}<T extends string>({ options, ...rest }: ${C}Props<T>) {
  const [value, setValue] = useState<T | undefined>(undefined);
  const sorted = useMemo(() => [...options].sort((a, b) => a.value.localeCompare(b.value)), [options]);

  return (
    <section className="${pick(rare)}" data-count={sorted.length}>
      <h3>{\`Current: \${value ?? '${pick(rare)}'}\`}</h3>
      <Select<T> {...rest} value={value} onChange={(next) => setValue(next)}>
        {sorted.map((item) => (
          <Select.Option key={item.value} value={item.value} title="${pick(rare)}">
            {item.label}
          </Select.Option>
        ))}
      </Select>
    </section>
  );
}`;
  const sh = `# ${words(6).join(' ')}\nnpm install ${pick(rare)} --save-dev\nexport ${pick(rare).toUpperCase()}=1\nnpx ${pick(rare)} build --out-dir dist | tee build.log`;
  const json = JSON.stringify(
    {
      name: pick(rare),
      version: `1.${i}.0`,
      private: true,
      scripts: { build: `${pick(rare)} build`, dev: `${pick(rare)} dev` },
      list: [1, 2.5, null, true],
    },
    null,
    2,
  );
  const css = `.${pick(rare)} {\n  display: grid;\n  gap: ${Math.floor(r() * 20)}px;\n  color: var(--${pick(rare)}, #1677ff);\n}\n\n@media (max-width: 768px) {\n  .${pick(rare)}:hover > a::before {\n    content: '${pick(rare)}';\n  }\n}`;
  const tsxInfo = format === 'dumi' ? 'tsx | pure' : 'tsx';
  const fence = (info, code) => `\`\`\`${info}\n${code}\n\`\`\``;
  const table = [
    '| Property | Type | Default | Description |',
    '| --- | --- | --- | --- |',
    ...Array.from(
      { length: 6 },
      () => `| ${pick(rare)} | \`${pick(['string', 'number', 'boolean', 'ReactNode'])}\` | - | ${words(8).join(' ')} |`,
    ),
  ].join('\n');
  const list = Array.from({ length: 5 }, () => `- ${words(9).join(' ')}`).join('\n');
  const H = (n) => `${'#'.repeat(n)} ${cap(words(3).join(' '))} ${pick(rare)}`;
  const b = [];
  const P = () => b.push(para(pn++));
  let pn = 0;
  P();
  P();
  b.push(H(2));
  P();
  P();
  b.push(fence(tsxInfo, tsx));
  b.push(H(3));
  P();
  b.push(list);
  b.push(H(3));
  P();
  b.push(fence('bash', sh));
  b.push(H(2));
  P();
  P();
  b.push(table);
  b.push(H(3));
  P();
  b.push(fence('json', json));
  b.push(H(2));
  P();
  b.push(H(3));
  P();
  b.push(fence('css', css));
  b.push(H(2));
  P();
  const fm = { title, description };
  if (format === 'dumi') {
    fm.nav = 'Guide';
    fm.group = `Section ${secOf(i)}`;
  }
  const front =
    '---\n' +
    Object.entries(fm)
      .map(([k, v]) => `${k}: ${JSON.stringify(v)}`)
      .join('\n') +
    '\n---\n\n';
  // These tools do not render the title of the front matter as h1.
  const h1 = ['dumi', 'vitepress', 'rspress', 'plain'].includes(format) ? `# ${title}\n\n` : '';
  return `${front + h1 + b.join('\n\n')}\n`;
}

const isHugo = format === 'hugo';
for (let i = 0; i < N; i++) {
  const f = path.join(outDir, 'guide', sec(i), `${slug(i)}.md`);
  fs.mkdirSync(path.dirname(f), { recursive: true });
  fs.writeFileSync(f, page(i));
  if (isHugo && i % 20 === 0) {
    // Hugo ignores a nested folder without _index.md.
    fs.writeFileSync(path.join(path.dirname(f), '_index.md'), `---\ntitle: ${sec(i)}\n---\n`);
    if (i === 0) fs.writeFileSync(path.join(outDir, 'guide', '_index.md'), '---\ntitle: Guide\n---\n');
  }
}
const home =
  { starlight: 'guide/section-001/page-0001/', hugo: 'guide/section-001/page-0001/' }[format] ??
  './guide/section-001/page-0001.md';
fs.writeFileSync(
  path.join(outDir, isHugo ? '_index.md' : 'index.md'),
  `---\ntitle: Home\n---\n\n${['docusaurus', 'starlight', 'hugo'].includes(format) ? '' : '# Home\n\n'}Start at [the first page](${home}).\n`,
);
