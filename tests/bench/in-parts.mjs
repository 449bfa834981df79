// in-parts.mjs FOLDER [--shards 8] [--only plan,pages,merge,build,compare]   — a site in shards, and in one build.
// Linux only.
// Prints the cost of each step (wall seconds, CPU seconds, MB of the largest process), and whether the files are equal.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shards: { type: 'string', default: '8' },
    only: { type: 'string', default: 'plan,pages,merge,build,compare' },
  },
});
const root = path.resolve(positionals[0] ?? '.');
const steps = new Set(values.only.split(','));
const numbers = Array.from({ length: Number(values.shards) }, (_, number) => number);
const here = import.meta.dirname;
const parts = numbers.map((number) => `.parts/${number}`);

/** Runs a command of the tool in the site, with an empty cache. */
function run(label, ...args) {
  fs.rmSync(path.join(root, 'node_modules/.cache/cascader-docs'), { recursive: true, force: true });
  const tool = path.join(here, '../../bin/cascader-docs.js');
  const { stderr, status } = spawnSync('python3', [path.join(here, 'all-cpu.py'), 'node', tool, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [wall, cpu, memory] = stderr.trim().split('\n').at(-1).split(' ');
  console.log(`${label.padEnd(8)} wall ${wall} s, processors ${cpu} s, ${memory} MB`);
  if (status !== 0) {
    console.log(stderr.slice(-2000));
    process.exit(1);
  }
}

function filesOf(folder) {
  const text = execFileSync('find', ['.', '-type', 'f'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });
  return text.trim().split('\n').sort();
}

/** Compares the files of two folders byte by byte. */
function compare(first, second) {
  const names = filesOf(first);
  const others = new Set(filesOf(second));
  const different = names.filter((name) => {
    if (!others.delete(name)) return true;
    return !fs.readFileSync(path.join(first, name)).equals(fs.readFileSync(path.join(second, name)));
  });
  different.push(...others);
  const all = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
  console.log(`compare  ${names.length} files, ${different.length} different, names ${all}`);
  for (const name of different.slice(0, 10)) console.log(`  ${name}`);
  process.exitCode = different.length > 0 ? 1 : 0;
}

console.log(`load ${fs.readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}, ${new Date().toISOString()}`);
if (steps.has('plan')) run('plan', 'plan', '--shards', values.shards, '--out', '.plan');
if (steps.has('pages'))
  for (const number of numbers) run(`pages ${number}`, 'pages', `.plan/${number}`, '--out', parts[number]);
if (steps.has('merge')) run('merge', 'merge', ...parts, '--out', 'dist-merged');
if (steps.has('build')) run('build', 'build', '--out', 'dist-whole');
if (steps.has('compare')) compare(path.join(root, 'dist-merged'), path.join(root, 'dist-whole'));
