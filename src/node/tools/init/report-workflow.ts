import { relativePath } from '../../base/files/paths.ts';
import { commandFor, type ProjectManager } from '../../project/package-manager.ts';
import { installCommand, lines, type PagesWorkflowOptions, setUpSteps } from './workflow.ts';

export const COMMENT_WORKFLOW = '.github/workflows/docs-comment.yml';
export const GITLAB_FILE = '.gitlab/docs.yml';

type Place = Pick<PagesWorkflowOptions, 'manager' | 'folder' | 'repository'>;

/** Name of the artifact, and of the folder in it. */
const REPORT = 'docs-report';
const CACHE = 'node_modules/.cache/cascader-docs';

/** Returns the jobs that compare a pull request with its base branch. Each of `shards` machines checks a part of the demos. */
export function reportJobs(place: Place, shards = 1): string[] {
  const { manager, folder, repository } = place;
  const below = relativePath(repository, folder);
  const inFolder = (name: string): string => (below === '' ? name : `${below}/${name}`);
  const command = (text: string): string => `      - run: ${commandFor(manager.name, text)}`;
  const start = (name: string, more: string[] = []): string[] => [
    `  ${name}:`,
    "    if: github.event_name == 'pull_request'",
    ...more,
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    ...(below === '' ? [] : ['    defaults:', '      run:', `        working-directory: ${below}`]),
  ];
  const upload = (name: string, path: string): string[] => [
    '      - uses: actions/upload-artifact@v4',
    '        if: always()',
    '        with:',
    `          name: ${name}`,
    `          path: ${inFolder(path)}`,
  ];
  const sharded = [
    ...start('check', [
      '    strategy:',
      '      fail-fast: false',
      '      matrix:',
      `        shard: [${Array.from({ length: shards }, (_, index) => index + 1).join(', ')}]`,
    ]),
    '    steps:',
    ...setUpSteps(place, { hasHistory: true }),
    command(`npx cascader-docs check --shard \${{ matrix.shard }}/${shards} --out docs-check`),
    ...upload(`docs-check-\${{ matrix.shard }}`, 'docs-check'),
    ...start('checked', ['    needs: check']),
    '    steps:',
    ...setUpSteps(place, { hasHistory: true }),
    '      - uses: actions/download-artifact@v4',
    '        with:',
    '          pattern: docs-check-*',
    `          path: ${inFolder('docs-check')}`,
    command('npx cascader-docs check --merge docs-check/*'),
  ];
  return [
    ...(shards > 1 ? sharded : []),
    ...start('report'),
    '    steps:',
    ...setUpSteps(place, { hasHistory: true }),
    '      # Built sites of the base branch, and results for files that have not changed.',
    '      - uses: actions/cache@v4',
    '        with:',
    `          path: ${inFolder(CACHE)}`,
    `          key: docs-\${{ github.event.pull_request.base.sha }}-\${{ github.run_id }}`,
    `          restore-keys: docs-`,
    '      # The first parent of the merge commit is the base branch.',
    command(`npx cascader-docs report --against HEAD^1 --out ${REPORT}`),
    ...upload(REPORT, REPORT),
  ];
}

/** The text of a report is untrusted. Inside a code block, such text cannot contain mentions, links, references, commands or HTML. */
const BODY = `const MARK = '<!-- cascader-docs report -->';
const file = lstatSync('${REPORT}/report.md', { throwIfNoEntry: false });
const isReadable = file?.isFile() && file.size < 1_000_000;
const text = (isReadable ? readFileSync('${REPORT}/report.md', 'utf8') : '')
  .replace(/^<\\/?details>(?:<summary>.*<\\/summary>)?$/gm, '')
  .replace(/[^\\n\\P{C}]/gu, '')
  .replace(/\\n{3,}/g, '\\n\\n')
  .slice(0, 50_000);
const fence = '\`'.repeat(Math.max(3, ...Array.from(text.matchAll(/\`+/g), ([run]) => run.length + 1)));
const verdict = text.startsWith('**✔') ? '✔ Nothing needs attention' : '✖ Needs attention';
const bodyWith = (link) =>
  [MARK, \`**Documentation**: \${verdict}\`, \`[Report](\${link})\`, \`\${fence}md\\n\${text}\\n\${fence}\`].join('\\n\\n');`;

const GITHUB_SCRIPT = `import { lstatSync, readFileSync } from 'node:fs';
${BODY}
const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_TOKEN } = process.env;
const call = async (path, method = 'GET', data) => {
  const headers = { authorization: \`Bearer \${GITHUB_TOKEN}\`, accept: 'application/vnd.github+json' };
  const url = \`\${GITHUB_API_URL}/repos/\${GITHUB_REPOSITORY}/\${path}\`;
  const response = await fetch(url, { method, headers, body: data && JSON.stringify(data) });
  if (!response.ok) throw new Error(\`\${method} \${path}: \${response.status}\`);
  return await response.json();
};
const { workflow_run: run } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
const head = encodeURIComponent(\`\${run.head_repository.owner.login}:\${run.head_branch}\`);
const pulls = isReadable ? await call(\`pulls?state=open&head=\${head}\`) : [];
// A newer commit gets its own report.
for (const { number } of pulls.filter((pull) => pull.head.sha === run.head_sha)) {
  const body = bodyWith(\`\${run.html_url}#artifacts\`);
  let own;
  for (let page = 1, comments = [0]; !own && comments.length > 0; page++) {
    comments = await call(\`issues/\${number}/comments?per_page=100&page=\${page}\`);
    own = comments.find(({ user, body }) => user.login === 'github-actions[bot]' && body.startsWith(MARK));
  }
  await (own
    ? call(\`issues/comments/\${own.id}\`, 'PATCH', { body })
    : call(\`issues/\${number}/comments\`, 'POST', { body }));
}`;

const GITLAB_SCRIPT = `import { lstatSync, readFileSync } from 'node:fs';
${BODY}
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_PIPELINE_URL, DOCS_COMMENT_TOKEN } = process.env;
const notes = \`\${CI_API_V4_URL}/projects/\${CI_PROJECT_ID}/merge_requests/\${CI_MERGE_REQUEST_IID}/notes\`;
const call = async (path, method = 'GET', data) => {
  const headers = { 'private-token': DOCS_COMMENT_TOKEN, 'content-type': 'application/json' };
  const response = await fetch(notes + path, { method, headers, body: data && JSON.stringify(data) });
  if (!response.ok) throw new Error(\`\${method} notes\${path}: \${response.status}\`);
  return await response.json();
};
const body = bodyWith(CI_PIPELINE_URL);
let own;
for (let page = 1, found = [0]; isReadable && !own && found.length > 0; page++) {
  found = await call(\`?per_page=100&page=\${page}\`);
  own = found.find((note) => note.body.startsWith(MARK));
}
if (isReadable) await (own ? call(\`/\${own.id}\`, 'PUT', { body }) : call('', 'POST', { body }));`;

/** Returns the shell commands that run a Node.js script. */
function runScript(script: string, indent: string): string[] {
  return ["node --input-type=module << 'SCRIPT'", ...script.split('\n'), 'SCRIPT'].map((line) =>
    line === '' ? '' : indent + line,
  );
}

export function commentWorkflow(): string {
  return lines([
    '# Writes the report of a pull request into one comment. Runs the workflow of the main branch, so that forks need no',
    '# permissions. Nothing of the pull request is run here.',
    'name: Documentation comment',
    'on:',
    '  workflow_run:',
    '    workflows: [Documentation]',
    '    types: [completed]',
    'permissions: {}',
    'jobs:',
    '  comment:',
    "    if: github.event.workflow_run.event == 'pull_request'",
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 5',
    '    permissions:',
    '      actions: read',
    '      pull-requests: write',
    `    concurrency: docs-comment-\${{ github.event.workflow_run.head_sha }}`,
    '    steps:',
    '      # A report that failed has no artifact.',
    '      - uses: actions/download-artifact@v4',
    '        continue-on-error: true',
    '        with:',
    `          name: ${REPORT}`,
    `          path: ${REPORT}`,
    `          run-id: \${{ github.event.workflow_run.id }}`,
    `          github-token: \${{ github.token }}`,
    '      - env:',
    `          GITHUB_TOKEN: \${{ github.token }}`,
    '        run: |',
    ...runScript(GITHUB_SCRIPT, '          '),
  ]);
}

/** @param output folder of the built site, relative to the site's folder */
export function gitlabPipeline({
  output,
  checks = [],
  options = '',
  shards = 1,
  ...place
}: PagesWorkflowOptions): string {
  const { manager, folder, repository } = place;
  const below = relativePath(repository, folder);
  const inFolder = (name: string): string => (below === '' ? name : `${below}/${name}`);
  const command = (text: string): string => `    - ${commandFor(manager.name, text)}`;
  const base = `--base "$(node -p 'new URL(process.env.CI_PAGES_URL + "/").pathname')"`;
  const build = `npx cascader-docs build --strict${options}`;
  return lines([
    '# Builds the documentation, and publishes the default branch on GitLab Pages. A merge request is compared with its base.',
    '# For a comment with the report, add the CI/CD variable DOCS_COMMENT_TOKEN: a project access token with the scope `api`.',
    '# Pipelines of forks do not get it; their report is an artifact.',
    '.docs:',
    '  image: node:22',
    '  variables:',
    '    # Each page shows the date of its last commit.',
    '    GIT_DEPTH: 0',
    '  cache:',
    '    key: docs',
    '    paths:',
    `      - ${inFolder(CACHE)}/`,
    '  before_script:',
    ...installLines(manager, repository),
    ...(below === '' ? [] : [`    - cd "$CI_PROJECT_DIR/${below}"`]),
    'docs:',
    '  extends: .docs',
    '  script:',
    ...checks.map(command),
    command(build),
    ...OF_MERGE_REQUEST,
    'pages:',
    '  extends: .docs',
    '  script:',
    command(`${build} ${base}`),
    `  publish: ${inFolder(output)}`,
    '  artifacts:',
    '    paths:',
    `      - ${inFolder(output)}`,
    '  rules:',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    ...(shards > 1 ? gitlabShards(place, shards) : []),
    'docs-report:',
    '  extends: .docs',
    '  script:',
    BROWSER,
    command(`npx cascader-docs report --against "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --out "$CI_PROJECT_DIR/${REPORT}"`),
    '  artifacts:',
    '    expose_as: Documentation report',
    '    expire_in: 2 weeks',
    '    paths:',
    `      - ${REPORT}/`,
    ...OF_MERGE_REQUEST,
    'docs-comment:',
    '  image: node:22',
    '  needs: [docs-report]',
    '  variables:',
    '    GIT_STRATEGY: none',
    '  script:',
    '    - |',
    ...runScript(GITLAB_SCRIPT, '      '),
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $DOCS_COMMENT_TOKEN',
  ]);
}

const OF_MERGE_REQUEST = ['  rules:', '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"'];
const BROWSER = '    - apt-get update -qq && apt-get install -yqq --no-install-recommends chromium';

function gitlabShards({ manager, folder, repository }: Place, shards: number): string[] {
  const below = relativePath(repository, folder);
  const command = (text: string): string => `    - ${commandFor(manager.name, text)}`;
  return [
    'docs-check:',
    '  extends: .docs',
    `  parallel: ${shards}`,
    '  script:',
    BROWSER,
    command('npx cascader-docs check --shard $CI_NODE_INDEX/$CI_NODE_TOTAL --out docs-check/$CI_NODE_INDEX'),
    '  artifacts:',
    '    when: always',
    '    paths:',
    `      - ${below === '' ? '' : `${below}/`}docs-check/`,
    ...OF_MERGE_REQUEST,
    'docs-checked:',
    '  extends: .docs',
    '  needs: [docs-check]',
    '  script:',
    command('npx cascader-docs check --merge docs-check/*'),
    ...OF_MERGE_REQUEST,
  ];
}

function installLines(manager: ProjectManager, repository: string): string[] {
  const dir = relativePath(repository, manager.dir);
  return [
    ...(manager.name === 'bun' ? ['    - npm install --global bun'] : []),
    ...(manager.name === 'pnpm' || manager.name === 'yarn' ? ['    - corepack enable'] : []),
    ...(dir === '' ? [] : [`    - cd "$CI_PROJECT_DIR/${dir}"`]),
    `    - ${installCommand(manager)}`,
  ];
}
