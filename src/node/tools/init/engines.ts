/** Writes the configuration of task runners with a cache for a site that is built in shards. */

import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { commandFor, type ProjectManager, translateCommands } from '../../project/package-manager.ts';
import type { Engine } from './choices.ts';
import type { InitResult } from './init.ts';
import { formatManifest } from './manifest.ts';
import { chooseOutput } from './places.ts';
import { readProject } from './project.ts';
import { setUpSteps } from './workflow.ts';

/** Options of {@link initEngine}. */
export interface InitEngineOptions {
  /** Absolute path of the site folder, which contains a package.json. */
  folder: string;
  engine: Engine;
  /** Number of shards. Default 4. */
  shards?: number;
}

interface EngineFiles {
  /** Contents of the files by path. */
  files: Record<string, string>;
  /** Scripts for package.json. */
  scripts?: Record<string, string>;
  note: string;
}

const IGNORE = 'Add the lines .plan and .parts to .gitignore.';

/** Values in the files of an engine. */
interface EngineSite {
  shards: number;
  folder: string;
  manager: ProjectManager;
  /** Folder of the built site. */
  output: string;
}

/**
 * Writes the files with which a task runner builds a site in shards. No file is overwritten.
 *
 * @throws DiagnosticError with exit code 2 if a file or a script already exists
 */
export async function initEngine({ folder, engine, shards = 4 }: InitEngineOptions): Promise<InitResult> {
  const { manager, library } = await readProject(folder);
  if (!library) throw failure(2, 'starter-not-written', { case: 'no-package', folder });
  const { folder: output } = await chooseOutput(folder, library.manifest);
  const { files, scripts = {}, note } = MAKERS[engine]({ shards, folder, manager, output });
  const present = [];
  for (const file of Object.keys(files))
    if (
      await access(path.join(folder, file)).then(
        () => true,
        () => false,
      )
    )
      present.push(file);
  const own = (library.manifest.scripts ?? {}) as Record<string, string>;
  const taken = Object.keys(scripts).filter((name) => own[name] !== undefined);
  if (present.length + taken.length > 0)
    throw failure(2, 'starter-not-written', { case: 'engine-exists', files: present, scripts: taken });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), text, { flag: 'wx' });
  }
  if (Object.keys(scripts).length > 0) {
    const changed = { ...library.manifest, scripts: { ...own, ...scripts } };
    await writeFile(path.join(folder, 'package.json'), formatManifest(changed, library.text));
  }
  return {
    folder,
    files: Object.keys(files).sort(),
    notes: [IGNORE, note].map((one) => translateCommands(manager.name, one)),
  };
}

const MAKERS: Record<Engine, (site: EngineSite) => EngineFiles> = {
  nx: (site) => ({
    files: { 'project.json': json(nxProject(site)), 'nx.json': json({}) },
    note: 'Next: `npx nx run docs:merge`',
  }),
  // Turborepo hashes the inputs before any task runs, so the plan must exist before. It does not delete outputs that no longer exist.
  turbo: ({ shards, output }) => ({
    files: {
      'turbo.json': json({
        $schema: 'https://turborepo.com/schema.json',
        tasks: {
          ...byShard(shards, (number) => [
            `docs:pages-${number}`,
            { inputs: [`.plan/${number}/**`], outputs: [`.parts/${number}/**`] },
          ]),
          'docs:merge': { dependsOn: namesOf('docs:pages', shards), cache: false },
        },
      }),
    },
    scripts: {
      'docs:parts': `${plan(shards)} && turbo run docs:merge`,
      ...byShard(shards, (number) => [`docs:pages-${number}`, pages(number)]),
      'docs:merge': merge(output),
    },
    note: 'Next: `npm run docs:parts`',
  }),
  github: (site) => ({
    files: { '.github/workflows/docs-in-parts.yml': workflow(site) },
    note: `The workflow builds the parts in parallel. Publish ${site.output} as before.`,
  }),
};

/** Expression for the shard's number in a workflow. */
const SHARD = `\${{ matrix.shard }}`;
const merge = (output: string): string => `cascader-docs merge .parts/* --out ${output}`;
const plan = (shards: number): string => `cascader-docs plan --shards ${shards} --out .plan`;
const pages = (shard: number): string => `cascader-docs pages .plan/${shard} --out .parts/${shard}`;

function nxProject({ shards, output }: EngineSite): object {
  const run = (command: string, rest: object): object => ({
    executor: 'nx:run-commands',
    ...rest,
    options: { command, cwd: '{projectRoot}' },
  });
  return {
    name: 'docs',
    targets: {
      plan: run(plan(shards), { cache: false, outputs: ['{projectRoot}/.plan'] }),
      ...byShard(shards, (number) => [
        `pages-${number}`,
        run(pages(number), {
          cache: true,
          dependsOn: ['plan'],
          inputs: [{ dependentTasksOutputFiles: `**/.plan/${number}/**/*` }],
          outputs: [`{projectRoot}/.parts/${number}`],
        }),
      ]),
      merge: run(merge(output), { cache: false, dependsOn: namesOf('pages', shards) }),
    },
  };
}

function workflow({ shards, folder, manager, output }: EngineSite): string {
  const numbers = Array.from({ length: shards }, (_, number) => number).join(', ');
  const setUp = (hasHistory: boolean): string[] => setUpSteps({ manager, folder, repository: folder }, { hasHistory });
  const run = (command: string): string => `      - run: ${commandFor(manager.name, `npx ${command}`)}`;
  return `${[
    'name: docs',
    'on: [push]',
    'jobs:',
    '  plan:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    '    steps:',
    ...setUp(true),
    run(plan(shards)),
    '      - uses: actions/upload-artifact@v4',
    '        with: { name: plan, path: .plan, include-hidden-files: true }',
    '  pages:',
    '    needs: plan',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    '    strategy:',
    `      matrix: { shard: [${numbers}] }`,
    '    steps:',
    ...setUp(false),
    '      - uses: actions/download-artifact@v4',
    '        with: { name: plan, path: .plan }',
    run(`cascader-docs pages .plan/${SHARD} --out .parts/${SHARD}`),
    '      - uses: actions/upload-artifact@v4',
    '        with:',
    `          name: part-${SHARD}`,
    `          path: .parts/${SHARD}`,
    '          include-hidden-files: true',
    '  merge:',
    '    needs: pages',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    '    steps:',
    ...setUp(true),
    '      - uses: actions/download-artifact@v4',
    '        with: { pattern: part-*, path: .parts }',
    run(`${merge(output)} --strict`),
    '      - uses: actions/upload-artifact@v4',
    `        with: { name: site, path: ${output}, include-hidden-files: true }`,
  ].join('\n')}\n`;
}

function byShard<Value>(shards: number, of: (number: number) => [string, Value]): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: shards }, (_, number) => of(number)));
}

function namesOf(name: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, number) => `${name}-${number}`);
}

function json(data: object): string {
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
