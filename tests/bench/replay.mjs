// replay.mjs [--library react-select] [--release 5.8.0] [--demos menu,opened] — whether `report` finds what the change logs of published libraries name. For each
//   release, a site with demos is committed with the version before it, and compared with the release. The changes were chosen from the
//   change log before the first run: see replay-libraries.mjs. Run `npm run build` before it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as libraries from './replay-libraries.mjs';

const { values: options } = parseArgs({
  options: { library: { type: 'string' }, release: { type: 'string' }, demos: { type: 'string' } },
});
const ROOT = path.resolve(import.meta.dirname, '../..');
// Not below the tool, whose packages would be resolved.
const work = path.join(os.tmpdir(), 'cascader-docs-replay');
let [shown, found] = [0, 0];

for (const { name, releases, files, react = '18', config = '' } of Object.values(libraries)) {
  if (options.library && options.library !== name) continue;
  const root = path.join(work, name.replaceAll('/', '-'), 'site');
  fs.rmSync(root, { recursive: true, force: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });
  const write = (all) => {
    for (const [file, text] of Object.entries(all)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
  };
  const install = (version) => {
    const dependencies = { [name]: version, react, 'react-dom': react };
    write({ 'package.json': `${JSON.stringify({ name: 'replay', private: true, dependencies }, undefined, 2)}\n` });
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: root, stdio: 'ignore' });
  };
  const chosen = options.demos?.split(',');
  const own = Object.fromEntries(
    Object.entries(files).filter(([file]) => chosen?.some((demo) => file.startsWith(`demos/${demo}.`)) ?? true),
  );
  write({
    ...own,
    '.gitignore': 'node_modules\n',
    // Older releases do not name React 18.
    '.npmrc': 'legacy-peer-deps=true\n',
    'cascader-docs.config.ts': `export default { title: 'Replay', ${config} };\n`,
    'docs/index.md': `# Replay\n\n${Object.keys(own)
      .filter((file) => /^demos\/\w+\.tsx$/.test(file))
      .map((file) => `<code src="../${file}"></code>\n`)
      .join('\n')}`,
  });
  git('init', '--quiet');
  for (const [release, { from, changes }] of Object.entries(releases)) {
    if (options.release && options.release !== release) continue;
    install(from);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '-m', from);
    install(release);
    const out = path.join(root, '..', `report-${release}`);
    const tmp = path.join(root, '..', 'tmp');
    fs.mkdirSync(tmp, { recursive: true });
    const start = performance.now();
    execFileSync(
      process.execPath,
      [
        ...[path.join(ROOT, 'bin/cascader-docs.js'), 'report', '--against', 'HEAD', '--out', out],
        ...(changes.some(([, pattern]) => pattern?.source.includes('screenshot')) ? ['--screenshots'] : []),
      ],
      { cwd: root, env: { ...process.env, TMPDIR: tmp }, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const texts = findingsIn(JSON.parse(fs.readFileSync(path.join(out, 'report.json'), 'utf8')));
    console.log(
      `${name} ${from} → ${release}: ${texts.length} findings, ${Math.round((performance.now() - start) / 1000)} s`,
    );
    for (const [change, pattern] of changes) {
      const match = pattern && texts.find((text) => pattern.test(text));
      if (pattern) shown++;
      if (match) found++;
      console.log(
        `  ${match ? 'found' : pattern ? 'MISSED' : 'not shown'}: ${change}${match ? ` (${match.slice(0, 100)})` : ''}`,
      );
    }
  }
}
console.log(`${found} of ${shown} changes (${((100 * found) / shown).toFixed(0)} %)`);

function findingsIn(data) {
  return [
    ...(data.api?.facts ?? []).map(({ name, change }) => `api: ${name} ${change}`),
    ...(data.api?.added ?? []).map((one) => `api: added ${one.name ?? one}`),
    ...data.contract.map(({ section, change, text, where }) => `${section}: ${change} ${text} in ${where.join(' ')}`),
    ...(data.screenshots ?? [])
      .filter(({ kind }) => kind !== 'unchanged')
      .map(({ kind, demo }) => `screenshot: ${kind} in ${demo}`),
    ...(data.checks ?? []).map((one) => `check: ${JSON.stringify(one)}`),
    ...data.notComparable.map((text) => `not comparable: ${text}`),
  ];
}
