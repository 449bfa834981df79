// bugs.mjs [--from 1] [--to 60]
//   — which bugs the tests find. Each entry of bugs.json is applied alone in a copy of the repository. First the unit tests that import the
//   file run, then, if none fails, the build and browser tests that the entry names. Tests that also fail without a bug do not count.
//   Prints a line for each bug.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPY = path.join(ROOT, 'tests/.tmp/bugs');
const NOT_COPIED = /(?:^|\/)(?:node_modules|\.git|\.tmp|dist|lib)(?:\/|$)/;

const { values } = parseArgs({
  options: { from: { type: 'string', default: '1' }, to: { type: 'string', default: '1000' } },
});
const bugs = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'bugs.json'), 'utf8'))
  .map((bug, index) => ({ ...bug, number: index + 1 }))
  .filter(({ number }) => number >= Number(values.from) && number <= Number(values.to));

copyRepository();
let found = 0;
for (const bug of bugs) {
  const test = findTest(bug);
  if (test?.isFailure) found++;
  process.stdout.write(`${bug.number}. ${bug.file}: ${bug.shows}\n    ${test?.name ?? 'NOT FOUND'}\n`);
}
process.stdout.write(`${found} of ${bugs.length} found\n`);
fs.rmSync(COPY, { recursive: true });

function copyRepository() {
  fs.rmSync(COPY, { recursive: true, force: true });
  fs.mkdirSync(COPY, { recursive: true });
  for (const name of fs.readdirSync(ROOT).filter((name) => !NOT_COPIED.test(name)))
    fs.cpSync(path.join(ROOT, name), path.join(COPY, name), {
      recursive: true,
      filter: (file) => !NOT_COPIED.test(path.relative(ROOT, file)),
    });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
}

/** Returns the first test that fails because of a bug. */
function findTest({ file, text, replacement, tests = [] }) {
  const target = path.join(COPY, file);
  const source = fs.readFileSync(target, 'utf8');
  if (source.split(text).length !== 2) return { name: 'GONE: the file does not have the text, or several times' };
  const runs = [['related', '--run', '--project', 'unit', file]];
  if (tests.length > 0) runs.push(['run', '--project', 'build', '--project', 'browser', ...tests]);
  for (const args of runs) {
    const failed = runWith(source.replace(text, () => replacement));
    const known = failed.length > 0 ? new Set(runWith(source)) : undefined;
    const name = failed.find((test) => !known.has(test));
    if (name !== undefined) return { name, isFailure: true };

    function runWith(content) {
      fs.writeFileSync(target, content);
      try {
        return failuresOf(args);
      } finally {
        fs.writeFileSync(target, source);
      }
    }
  }
  return undefined;
}

/** Runs tests, after the tool has been built if they need it. Returns the names of those that fail. */
function failuresOf(args) {
  const report = path.join(COPY, 'report.json');
  fs.rmSync(report, { force: true });
  if (args[0] === 'run' && run('src/build.mjs').status !== 0) return ['the tool cannot be built'];
  const { stdout, stderr } = run(
    'node_modules/vitest/vitest.mjs',
    ...args,
    '--reporter=json',
    `--outputFile=${report}`,
  );
  if (!fs.existsSync(report)) throw new Error(`vitest ${args.join(' ')} wrote no report:\n${stdout}${stderr}`);
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const of = path.relative(COPY, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${of}: ${test.fullName}`);
    return failed.length === 0 && status === 'failed' ? [`${of}: cannot be loaded`] : failed;
  });
}

function run(...args) {
  return spawnSync(process.execPath, args, { cwd: COPY, encoding: 'utf8', maxBuffer: 1e8 });
}
