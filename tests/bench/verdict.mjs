// verdict.mjs [--library plain|cssModules|tailwind] — what `report` finds of seeded changes in three libraries: see verdict-libraries.mjs.
//   Many edits are applied at once: each component has its own demo, page and export, and each edit has its own text. A finding that no edit
//   of its component explains is false. The last round of each library has edits that change nothing. Run `npm run build` before it.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as libraries from './verdict-libraries.mjs';

const { values: options } = parseArgs({ options: { library: { type: 'string' }, round: { type: 'string' } } });
const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
// Not below the tool, whose packages would be resolved. The checkout of the base is beside the site, and finds the same packages.
const work = path.join(os.tmpdir(), 'cascader-docs-verdict');

/** Sections in which an edit may have findings, as well as sizes and the text of pages. */
const SECTIONS = {
  api: ['api', 'coverage'],
  variable: ['reads', 'defines', 'screenshot', 'attributes', 'elements'],
  data: ['attributes', 'screenshot'],
  role: ['roles', 'elements', 'attributes', 'accessibility', 'focus', 'screenshot', 'reads', 'console'],
  name: ['roles', 'attributes', 'focus', 'accessibility', 'elements', 'screenshot', 'api'],
  focus: ['focus', 'elements', 'attributes', 'roles', 'accessibility', 'reads'],
  dom: ['elements', 'roles', 'attributes', 'accessibility', 'screenshot', 'reads', 'focus', 'console'],
  screenshot: ['screenshot'],
  console: ['console', 'elements', 'focus', 'roles', 'attributes'],
  size: ['size'],
  address: ['address'],
  nothing: [],
};
const MUST = {
  variable: ['reads', 'defines'],
  data: ['attributes'],
  role: ['roles'],
  name: ['roles'],
  dom: ['elements', 'roles'],
};

const cache = new Map();
async function prepare(name, { files, packages = [], config = '' }) {
  if (cache.has(name)) return cache.get(name);
  const top = path.join(work, name);
  fs.rmSync(path.join(top, 'site'), { recursive: true, force: true });
  const root = path.join(top, 'site');
  fs.mkdirSync(path.join(top, 'tmp'), { recursive: true });
  if (!fs.existsSync(path.join(top, 'node_modules'))) {
    fs.writeFileSync(path.join(top, 'package.json'), '{"private": true}');
    const types = ['react@19', 'react-dom@19', '@types/react@19', '@types/react-dom@19'];
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...types, ...packages], {
      cwd: top,
    });
  }
  const all = {
    'package.json': '{"name": "kit", "version": "1.0.0", "sideEffects": ["*.css"]}',
    'cascader-docs.config.ts': `export default { title: 'Kit', ${config} };\n`,
    'tsconfig.json':
      '{"compilerOptions": {"jsx": "react-jsx", "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "allowImportingTsExtensions": true, "noEmit": true, "skipLibCheck": true}}',
    '.gitignore': 'node_modules\n',
    'src/css.d.ts': "declare module '*.css' { const styles: Record<string, string>; export default styles; }\n",
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  fs.mkdirSync(path.join(root, 'node_modules'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  cache.set(name, { top, root, git });
  return cache.get(name);
}

function applyEdit(root, [kind, file, from, to]) {
  const target = path.join(root, file);
  if (from === undefined) return fs.rmSync(target);
  const text = fs.readFileSync(target, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`An edit does not apply: ${kind} ${file} ${from}`);
  fs.writeFileSync(target, edited);
}

/** All findings of a report, each with the name that it belongs to. */
function findingsIn(data) {
  const componentOf = (id) => /^docs-?(\w+)-demo|(\w+)-demo/i.exec(id)?.[0] ?? id;
  return [
    ...(data.api?.facts ?? []).map(({ name, change }) => ({ section: 'api', text: `${name} ${change}`, of: name })),
    ...data.contract.map(({ section, change, text, where }) => ({
      section,
      text: `${section}: ${change} ${text}`,
      of: where.map(componentOf).join(' '),
    })),
    ...(data.screenshots ?? [])
      .filter(({ kind }) => kind !== 'unchanged')
      .map(({ kind, demo }) => ({ section: 'screenshot', text: `${kind} ${demo}`, of: demo })),
    ...data.pages.lost.map(({ text }) => ({ section: 'address', text, of: text })),
    ...data.pages.removed.map((route) => ({ section: 'address', text: `removed ${route}`, of: route })),
    ...data.pages.added.map((route) => ({ section: 'address', text: `added ${route}`, of: route })),
    ...data.pages.changed.map(({ route, words }) => ({
      section: words ? 'words' : 'page size',
      text: `page ${route}`,
      of: route,
    })),
    ...data.imports.map(({ name }) => ({ section: 'size', text: `import of ${name}`, of: name })),
    ...(data.coverage?.withoutDescription ?? []).map((name) => ({ section: 'coverage', text: name, of: name })),
    ...data.unstable.map(({ section, text, where }) => ({
      section: 'unstable',
      text: `${section} ${text}`,
      of: where.join(' '),
    })),
    ...data.notComparable.map((text) => ({ section: 'not comparable', text, of: '' })),
  ];
}

/** Name of the component of an edit, or '' for an edit that reaches all. */
const componentOf = (library, [, file]) =>
  library.components.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(path.basename(file))) ?? '';
const isOf = (finding, component) => component === '' || new RegExp(component, 'i').test(finding.of);

function judge(library, edits, findings) {
  const explains = (edit, finding) =>
    isOf(finding, componentOf(library, edit)) &&
    (SECTIONS[edit[0]].includes(finding.section) ||
      (edit[0] !== 'nothing' && ['size', 'page size', 'words'].includes(finding.section)));
  const found = edits.map((edit) => {
    const [kind, , , , pattern] = edit;
    const texts = pattern?.split('|') ?? [''];
    const sections = MUST[kind] ?? (kind === 'address' ? ['address'] : SECTIONS[kind]);
    return findings.some(
      (finding) =>
        sections.includes(finding.section) &&
        isOf(finding, componentOf(library, edit)) &&
        texts.some((text) => finding.text.toLowerCase().includes(text.toLowerCase())),
    );
  });
  return { found, wrong: findings.filter((finding) => !edits.some((edit) => explains(edit, finding))) };
}

const table = {};
let [right, all] = [0, 0];
for (const [name, library] of Object.entries(libraries).filter(
  ([name, one]) => one.rounds && (!options.library || name === options.library),
)) {
  const { top, root, git } = await prepare(name, library);
  for (const [round, edits] of library.rounds.entries()) {
    if (options.round && Number(options.round) !== round) continue;
    git('checkout', '--quiet', '--', '.');
    for (const edit of edits) applyEdit(root, edit);
    const out = path.join(top, `report-${round}`);
    const args = [path.join(ROOT, 'bin/cascader-docs.js'), 'report', '--against', 'HEAD', '--out', out];
    const start = performance.now();
    const needsScreenshots = edits.some(([kind]) => kind === 'screenshot' || kind === 'nothing');
    await run(process.execPath, [...args, ...(needsScreenshots ? ['--screenshots'] : [])], {
      cwd: root,
      env: { ...process.env, TMPDIR: path.join(top, 'tmp') },
      maxBuffer: 1e9,
    });
    const findings = findingsIn(JSON.parse(fs.readFileSync(path.join(out, 'report.json'), 'utf8')));
    const { found, wrong } = judge(library, edits, findings);
    console.log(
      `${name} round ${round}: ${edits.length} edits, ${findings.length} findings, ${Math.round((performance.now() - start) / 1000)} s`,
    );
    for (const [at, edit] of edits.entries()) {
      const row = (table[edit[0]] ??= { edits: 0, found: 0, false: 0 });
      row.edits++;
      if (found[at]) row.found++;
      else if (edit[0] !== 'nothing') console.log(`  missed: ${edit[0]} ${edit[1]} ${edit[4] ?? ''}`);
    }
    for (const { section, text, of } of wrong) console.log(`  false: ${section} ${text} (${of})`);
    for (const { section } of wrong) (table[section] ??= { edits: 0, found: 0, false: 0 }).false++;
    right += findings.length - wrong.length;
    all += findings.length;
  }
}
console.table(table);
const seeded = Object.entries(table).filter(([kind]) => kind !== 'nothing');
const sum = (key) => seeded.reduce((total, [, row]) => total + row[key], 0);
console.log(`Recall: ${sum('found')} of ${sum('edits')} (${((100 * sum('found')) / sum('edits')).toFixed(1)} %)`);
console.log(`Precision: ${right} of ${all} findings (${((100 * right) / all).toFixed(1)} %)`);
