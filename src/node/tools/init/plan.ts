import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { glob } from 'tinyglobby';
import { isGitIgnored, repositoryOf } from '../../base/files/ignore-rules.ts';
import { packedAmong } from '../../base/files/npm-pack.ts';
import { relativePath } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import { commandFor, translateCommands } from '../../project/package-manager.ts';
import { isCompiled } from '../../project/tsconfig.ts';
import type { CiHost } from './choices.ts';
import { findFirstComponent } from './first-component.ts';
import { addToManifest, listedRange, ownScripts } from './manifest.ts';
import { chooseDocs, chooseOutput, type SiteFolder } from './places.ts';
import { fillIn, type Library, type Project, type TemplateNames } from './project.ts';
import { COMMENT_WORKFLOW, commentWorkflow, GITLAB_FILE, gitlabPipeline, reportJobs } from './report-workflow.ts';
import { findStorybook, type Storybook } from './storybook.ts';
import { type PagesWorkflowOptions, pagesWorkflow, WORKFLOW, withLock } from './workflow.ts';

export interface Plan {
  files: Map<string, string>;
  changes: Map<string, string>;
  /** Notes for the user, with npm commands in backticks. */
  notes: string[];
}

interface PlanOptions {
  version: string;
  ci: CiHost | undefined;
  shards: number | undefined;
  templateDir: string | undefined;
}

export async function planStarter(project: Project, { version, ci, shards, templateDir }: PlanOptions): Promise<Plan> {
  const { folder, manager, names } = project;
  const files = await readTemplates(templateDir ?? join(packageDir, 'templates/init'), { ...names, version });
  for (const [file, text] of files)
    files.set(
      file,
      file === 'package.json'
        ? text.replace(/"(np[mx] [^"]+)"/g, (_, command: string) => `"${commandFor(manager.name, command)}"`)
        : translateCommands(manager.name, text),
    );
  const plan: Plan = { files, changes: new Map(), notes: [] };
  await planLines(plan, folder, '.gitignore', notIgnored(folder, ['node_modules', 'dist', 'lib']));
  const repository = repositoryOf(folder) ?? folder;
  // GitHub reads workflows only in the root folder of the repository.
  if (ci || repository === folder) {
    const checks = ['npm run typecheck', 'npm run docs:check'];
    // The first installation will create the lock file.
    await planCi(plan, { manager: withLock(manager), folder, repository, output: 'dist', checks, shards }, ci);
  }
  plan.notes.push('Next, in that folder: `npm install && npm run docs`');
  return plan;
}

export async function planLibrary(
  project: Project & { library: Library },
  { version, ci, shards, templateDir }: PlanOptions,
): Promise<Plan> {
  const { folder, names, library, manager } = project;
  const output = await chooseOutput(folder, library.manifest);
  const plan: Plan = { files: new Map(), changes: new Map(), notes: [] };
  let unpublished: string | undefined;
  // An existing configuration sets the folders for pages and output.
  if (!library.hasConfig) {
    const docs = await chooseDocs(folder);
    const storybook = findStorybook(folder);
    const hasStories = storybook !== undefined && storybook.stories.length > 0;
    const { found: first, failed, sheet } = docs.hasPages || hasStories ? {} : await findFirstComponent(folder);
    const setup = storybook?.hasPreview ? `${docs.folder}/setup.tsx` : sheet && `${docs.folder}/setup.ts`;
    const options = configOptions(output, docs, storybook) + demoOptions(storybook, setup);
    const values = { ...names, version, docs: docs.folder, options };
    const templates = await readTemplates(templateDir ?? join(packageDir, 'templates/add'), values);
    const ofFirst = hasStories
      ? await readTemplates(join(packageDir, 'templates/stories'), values)
      : first && (await readTemplates(join(packageDir, 'templates/component'), { ...values, ...first }));
    const isPage = (file: string): boolean => /^(docs|demos)\//.test(file);
    for (const [file, text] of [...templates, ...(ofFirst ?? [])])
      if (!isPage(file) || (!docs.hasPages && (!ofFirst || ofFirst.has(file))))
        plan.files.set(file.replace(/^docs\//, `${docs.folder}/`), text);
    if (storybook) await planStorybook(plan, storybook, docs.folder);
    if (setup?.endsWith('.ts')) {
      plan.files.set(setup, `// Runs before every demo.\nimport '${sheet}';\n`);
      plan.notes.push(`The demos load ${sheet}, which ${setup} imports.`);
    }
    if (failed)
      plan.notes.push(
        `The first page shows no component, because \`${failed.component}\` throws an error: ${failed.reason}. If it needs a provider, export a \`Wrapper\` from the module that \`demo.setup\` names.`,
      );
    if (output.reason) plan.notes.push(`The site is built into ${output.folder}, because ${output.reason}.`);
    if (docs.reason) plan.notes.push(`The pages are in ${docs.folder}, because ${docs.reason}.`);
    unpublished = await planUnpublished(plan, project, output.folder);
  }
  if (library.hasConfig && !ci)
    plan.notes.push('There is a configuration, so no pages are written. Without it, `init` writes a first page.');
  const { text, added } = addToManifest(library.text, { version, unpublished });
  if (added.length > 0) {
    plan.changes.set('package.json', text);
    plan.notes.push(`package.json now contains ${added.join(', ')}.`);
  }
  if (ci) {
    const repository = repositoryOf(folder) ?? folder;
    const options = library.hasConfig ? ` --out ${output.folder}` : '';
    await planCi(plan, { manager, folder, repository, output: output.folder, options, shards }, ci);
    plan.notes.push(...notesForCi(library));
    if (ci === 'github')
      plan.notes.push('In the settings of your GitHub repository, choose `GitHub Actions` as the source of Pages.');
  }
  if (plan.files.has('cascader-docs.config.ts') && isCompiled(folder, 'cascader-docs.config.ts'))
    plan.notes.push(
      'tsconfig.json compiles the configuration and the demos into the library. Set `include` to `["src"]`, or to your source folder.',
    );
  if (added.length === 0) return plan;
  for (const { name, command } of ownScripts(library.manifest))
    plan.notes.push(`package.json already contains a script ${name}, which is kept. Run \`npx ${command}\` instead.`);
  plan.notes.push('Next: `npm install && npx cascader-docs dev`');
  if (!ci)
    plan.notes.push('To publish on GitHub or GitLab Pages: `npx cascader-docs init --ci github`, or `--ci gitlab`');
  return plan;
}

/** Plans the workflow. Without `ci`, the workflow is for GitHub, which most repositories use. */
async function planCi(plan: Plan, options: PagesWorkflowOptions, ci: CiHost | undefined): Promise<void> {
  const place = (file: string): string => posix.join(relativePath(options.folder, options.repository), file);
  if (ci === 'gitlab') {
    plan.files.set(place(GITLAB_FILE), gitlabPipeline(options));
    if (!existsSync(join(options.repository, '.gitlab-ci.yml')))
      plan.files.set(place('.gitlab-ci.yml'), `include:\n  - local: ${GITLAB_FILE}\n`);
    else plan.notes.push(`Add to .gitlab-ci.yml: \`include: [{ local: ${GITLAB_FILE} }]\`.`);
  } else {
    plan.files.set(place(WORKFLOW), pagesWorkflow(options, ci ? reportJobs(options, options.shards) : []));
    if (ci) plan.files.set(place(COMMENT_WORKFLOW), commentWorkflow());
  }
}

/** Returns notes about what the jobs require from the project. */
function notesForCi({ manifest }: Library): string[] {
  const missing = ['playwright-core', 'axe-core'].filter((name) => listedRange(manifest, name) === undefined);
  const range = listedRange(manifest, 'cascader-docs');
  return [
    ...(missing.length > 0 ? [`The report needs a driver: \`npm install --save-dev ${missing.join(' ')}\``] : []),
    ...(range?.startsWith('file:')
      ? [`The jobs cannot install cascader-docs from ${range}. Commit that file, or use a published version.`]
      : []),
  ];
}

async function readTemplates(
  templateDir: string,
  values: TemplateNames & Record<string, string>,
): Promise<Map<string, string>> {
  const files = (await glob('**/*', { cwd: templateDir, dot: true })).sort();
  const texts = files.map(async (file): Promise<[string, string]> => {
    return [file, fillIn(await readFile(join(templateDir, file), 'utf8'), values)];
  });
  return new Map(await Promise.all(texts));
}

/** Returns the configuration lines for folders that differ from the default folders. */
function configOptions(output: SiteFolder, docs: SiteFolder, storybook: Storybook | undefined): string {
  const ofStorybook = storybook && staticFolder(storybook);
  const publicDir = ofStorybook ?? (docs.reason && `${docs.folder}/public`);
  return [
    ...(output.reason ? [`  // ${output.reason}.`, `  outputPath: '${output.folder}',`] : []),
    ...(docs.reason ? [`  // ${docs.reason}.`, `  resolve: { docDirs: ['${docs.folder}'] },`] : []),
    ...(ofStorybook ? ['  // Static files of Storybook.'] : []),
    ...(publicDir ? [`  publicDir: '${publicDir}',`] : []),
  ]
    .map((line) => `\n${line}`)
    .join('');
}

function demoOptions(storybook: Storybook | undefined, setup: string | undefined): string {
  const { stories = [], hasPreview = false } = storybook ?? {};
  const patterns = stories.map((pattern) => `'${pattern.replace(/['\\]/g, '\\$&')}'`).join(', ');
  return [
    ...(stories.length > 0
      ? ['// Each title of Storybook has a page.', `stories: ${stories.length > 1 ? `[${patterns}]` : patterns},`]
      : []),
    ...(hasPreview ? ['// Style sheets and decorators of Storybook.'] : []),
    ...(setup ? [`demo: { setup: './${setup}' },`] : []),
  ]
    .map((line) => `\n  ${line}`)
    .join('');
}

/** Returns the folder of the static files, if it is the only one and its files are at the root of the site. */
function staticFolder({ staticDirs }: Storybook): string | undefined {
  const [only, ...others] = staticDirs;
  return only?.to === '/' && others.length === 0 ? only.from : undefined;
}

/** Plans the setup for the demos that are stories. */
async function planStorybook(plan: Plan, storybook: Storybook, docs: string): Promise<void> {
  const { stories, hasPreview, staticDirs, problem } = storybook;
  if (hasPreview) {
    const up = posix.relative(docs, '.storybook');
    const [[, text = ''] = []] = await readTemplates(join(packageDir, 'templates/preview'), {
      preview: `${up}/preview`,
    } as never);
    plan.files.set(`${docs}/setup.tsx`, text);
  }
  const unread =
    problem === undefined ? undefined : `.storybook/main cannot be read (${problem}). Set \`stories\` yourself.`;
  plan.notes.push(
    unread ?? `The stories of ${stories.join(', ')} are demos, and each title and each MDX page has a page.`,
  );
  const left = staticFolder(storybook) ? [] : staticDirs.map(({ from, to }) => `${from} as ${to}`);
  if (left.length > 0)
    plan.notes.push(`The site has one folder of static files, \`publicDir\`. Copy into it: ${left.join(', ')}.`);
}

/** Returns the folder that `files` must exclude, if any. */
async function planUnpublished(
  plan: Plan,
  { folder, library }: { folder: string; library: Library },
  output: string,
): Promise<string | undefined> {
  const line = `/${output}`;
  const packages = existsSync(join(folder, '.gitignore')) ? [] : ['node_modules'];
  const lines = notIgnored(folder, [...packages, line]);
  const isPacked = packedAmong(folder, [`${output}/index.html`]).length > 0;
  const isListed = Array.isArray(library.manifest.files);
  const ignoreFile = existsSync(join(folder, '.npmignore')) ? '.npmignore' : '.gitignore';
  // Git also reads ignore files above the package. pnpm does not, and npm does so only in its workspaces.
  const forNpm = isPacked && !isListed ? [line] : [];
  if (ignoreFile === '.npmignore') await planLines(plan, folder, ignoreFile, forNpm);
  await planLines(plan, folder, '.gitignore', [...new Set([...lines, ...(ignoreFile === '.gitignore' ? forNpm : [])])]);
  return isPacked && isListed ? output : undefined;
}

function notIgnored(folder: string, lines: string[]): string[] {
  return lines.filter((line) => !isGitIgnored(folder, `${line.replace(/^\//, '')}/index.html`));
}

/** Plans lines to add to an ignore file. The file need not exist. */
async function planLines(plan: Plan, folder: string, file: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const isThere = existsSync(join(folder, file));
  const text = isThere ? await readFile(join(folder, file), 'utf8') : '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? text : text + end;
  (isThere ? plan.changes : plan.files).set(file, before + lines.map((line) => line + end).join(''));
  if (isThere) plan.notes.push(`${file} now ignores ${lines.join(', ')}.`);
}
