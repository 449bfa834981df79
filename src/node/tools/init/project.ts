import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ownValue } from '../../../shared/own-value.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { findJsonFault } from '../../bundle/esbuild/json-fault.ts';
import { findPackageManager, type ProjectManager } from '../../project/package-manager.ts';
import { type Manifest, parseManifest } from './manifest.ts';

export interface Project {
  /** Absolute path of the folder, which need not exist. */
  folder: string;
  names: TemplateNames;
  manager: ProjectManager;
  /** Set if there is a package.json. */
  library?: Library;
}

export interface Library {
  text: string;
  manifest: Manifest;
  /** True if there is a configuration for this tool or for dumi. */
  hasConfig: boolean;
}

const CONFIG = /^(cascader-docs\.config\.|\.dumirc\.|\.umirc\.)/;

/** Reads the project. Throws a DiagnosticError with exit code 2 if package.json cannot be parsed. */
export async function readProject(folder: string): Promise<Project> {
  // A missing folder counts as empty.
  const entries = await readdir(folder).catch((): string[] => []);
  const library = entries.includes('package.json') ? await readLibrary(folder, entries) : undefined;
  const named = library?.manifest.name;
  const [, scope = '', name = ''] = /^(?:@([^/]*)\/)?(.*)$/.exec(typeof named === 'string' ? named : '') ?? [];
  const folderName = basename(await realpath(folder).catch(() => folder));
  return {
    folder,
    names: namesOf(name || folderName, scope),
    manager: findPackageManager(folder),
    ...(library && { library }),
  };
}

async function readLibrary(folder: string, entries: string[]): Promise<Library> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const fault = await findJsonFault(text, 'package.json');
  if (fault) throw failure(2, 'invalid-package-json', { reason: fault.text }, { location: fault.location });
  return { text, manifest: parseManifest(text), hasConfig: entries.some((entry) => CONFIG.test(entry)) };
}

export interface TemplateNames {
  /** A valid npm package name, such as `my-library`. */
  name: string;
  title: string;
}

/** Names that the starter must not use, because a package cannot depend on a package with its own name. */
const TAKEN = ['cascader-docs', 'react', 'react-dom', 'typescript', 'node_modules', 'favicon.ico'];
const FALLBACK = 'my-components';
/** Names that mean nothing without the package's scope: the title of `@nova/ui` is "Nova UI". */
const GENERIC = /^(?:components|core|design|kit|lib|library|react|ui)$/;
/** Words that are written in capitals in titles. */
const INITIALS = /^(?:ai|api|css|ds|html|ui|ux|3d)$/i;

/** Returns the names for a starter in the folder `folderName`, or for a library with that name. */
export function namesOf(folderName: string, scope = ''): TemplateNames {
  const words = `${GENERIC.test(folderName) ? scope : ''} ${folderName}`.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const title = words.map(titleOf).join(' ') || 'My Components';
  const name = folderName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, 200);
  if (name === '') return { name: FALLBACK, title };
  return { name: TAKEN.includes(name) ? `${name}-components` : name, title };
}

function titleOf(word: string): string {
  return INITIALS.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Fills in a template: `__NAME__` is replaced with the value of `name`. */
export function fillIn(template: string, values: TemplateNames & Record<string, string>): string {
  return template.replace(/__([A-Z]+)__/g, (place, key: string) => ownValue(values, key.toLowerCase()) ?? place);
}
