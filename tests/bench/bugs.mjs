// bugs.mjs [--from 1] [--to 60] [--recorded]
//   — which bugs the tests find. Each entry of bugs.json is applied alone in a copy of the repository. First the test file runs that found
//   the bug the last time, then the unit test of the same name, then the build and browser tests that the entry names, then all unit tests
//   that import the file. A test file that also fails without the bug does not count. Prints a line for each bug, and records the file that
//   found it in the entry, as `found`.
//   --recorded  runs only the test files that are recorded: after a removal of tests, minutes instead of an hour
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIST = path.join(import.meta.dirname, 'bugs.json');
const COPY = fs.mkdtempSync(path.join(os.tmpdir(), 'bugs-'));
const NOT_COPIED = /(?:^|\/)(?:node_modules|\.git|\.tmp|dist)(?:\/|$)/;

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '1000' },
    recorded: { type: 'boolean', default: false },
  },
});
const bugs = JSON.parse(fs.readFileSync(LIST, 'utf8'));
const chosen = bugs.slice(Number(values.from) - 1, Number(values.to));

fs.cpSync(ROOT, COPY, { recursive: true, filter: (file) => !NOT_COPIED.test(path.relative(ROOT, file)) });
fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
/** Failures of test files without a bug, by arguments. */
const failuresBefore = new Map();
try {
  for (const bug of chosen) {
    bug.found = findTest(bug);
    process.stdout.write(`${bugs.indexOf(bug) + 1}. ${bug.file}: ${bug.shows}\n    ${bug.found}\n`);
    if (!values.recorded) fs.writeFileSync(LIST, `${JSON.stringify(bugs, null, 2)}\n`);
  }
  process.stdout.write(`${chosen.filter(({ found }) => isFound(found)).length} of ${chosen.length} found\n`);
} finally {
  fs.rmSync(COPY, { recursive: true, force: true });
}

function isFound(found) {
  return found?.startsWith('tests/') ?? false;
}

/** Returns the path of the first test file that fails because of a bug, or why there is none. */
function findTest({ file, text, replacement, tests = [], found }) {
  const target = path.join(COPY, file);
  const source = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '';
  if (source.split(text).length !== 2) return 'not applied: the file does not have the text once';
  const runs = isFound(found) ? [['run', found]] : [];
  if (!values.recorded) {
    const twin = file.replace(/^src\/(?:node\/)?/, 'tests/unit/').replace(/(\.tsx?)$/, '.test$1');
    if (fs.existsSync(path.join(COPY, twin))) runs.push(['run', twin]);
    for (const name of tests) runs.push(['run', '--project', 'build', '--project', 'browser', name]);
    runs.push(['related', '--run', '--project', 'unit', file]);
  }
  for (const args of runs) {
    const failed = withContent(
      source.replace(text, () => replacement),
      args,
    );
    const other = failed.find((name) => !withContent(source, ['run', name]).includes(name));
    if (other !== undefined) return other;
  }
  return 'not found';

  function withContent(content, args) {
    const key = args.join(' ');
    if (content === source && failuresBefore.has(key)) return failuresBefore.get(key);
    fs.writeFileSync(target, content);
    try {
      const failed = failuresOf(args);
      if (content === source) failuresBefore.set(key, failed);
      return failed;
    } finally {
      fs.writeFileSync(target, source);
    }
  }
}

/** Runs tests, after the tool has been built if they need it. Returns the paths of the files that fail. */
function failuresOf(args) {
  const report = path.join(COPY, 'report.json');
  fs.rmSync(report, { force: true });
  const isUnit = args.includes('unit') || args.at(-1).startsWith('tests/unit/');
  if (!isUnit && run('src/build.mjs').status !== 0) return ['tests/ is not reached: the tool cannot be built'];
  const options = ['--reporter=json', `--outputFile=${report}`];
  const { stdout, stderr } = run('node_modules/vitest/vitest.mjs', ...args, ...options);
  if (!fs.existsSync(report)) throw new Error(`vitest ${args.join(' ')} wrote no report:\n${stdout}${stderr}`);
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'));
  return testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' || assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => path.relative(COPY, name));
}

function run(...args) {
  return spawnSync(process.execPath, args, { cwd: COPY, encoding: 'utf8', maxBuffer: 1e8 });
}
