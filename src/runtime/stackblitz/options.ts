import { isRecord } from '../../shared/is-record.ts';
import { ownValue } from '../../shared/own-value.ts';
import type { EmbedOptions, OpenOptions, Project } from './sdk.ts';
import { oneOf, SIDEBAR_VIEWS, show, THEMES, VIEWS } from './values.ts';

/** Options of the editor, with the SDK's names. */
export type EditorOptions = Omit<OpenOptions & EmbedOptions, 'forceEmbedLayout' | 'height' | 'width'>;

/** Options of `<StackBlitz>`. Exactly one of `id`, `github` and `project` is set. */
export interface StackBlitzOptions {
  /** Id of a project on StackBlitz. */
  id?: string;
  /** `owner/repo`, or `owner/repo/tree/branch` and a folder. */
  github?: string;
  project?: Project;
  /** Shows the editor in a frame on the page. Default: false, which opens a new window. */
  embed: boolean;
  /** Text of the link or button. Default: an interface string. */
  label?: string;
  /** Accessible name of the frame. */
  title: string;
  /** Height of the frame, in pixels or percent. Default: 300. */
  height: string;
  /** Width of the frame, in pixels or percent. Default: `100%`. */
  width: string;
  editor: EditorOptions;
}

type Reader<T> = (name: string, value: unknown) => T | undefined;

const EDITOR: { [Name in keyof Required<EditorOptions>]: Reader<EditorOptions[Name]> } = {
  clickToLoad: readBoolean,
  crossOriginIsolated: readBoolean,
  devToolsHeight: readPercentage,
  hideDevTools: readBoolean,
  hideExplorer: readBoolean,
  hideNavigation: readBoolean,
  newWindow: readBoolean,
  openFile: readFiles,
  organization: readOrganization,
  origin: readOrigin,
  showSidebar: readBoolean,
  sidebarView: (name, value) => oneOf(name, value, SIDEBAR_VIEWS),
  startScript: readText,
  terminalHeight: readPercentage,
  theme: (name, value) => oneOf(name, value, THEMES),
  view: (name, value) => oneOf(name, value, VIEWS),
  zenMode: readBoolean,
};
const SOURCES = { id: readId, github: readGithub, project: readProject };
const OWN = {
  embed: readBoolean,
  label: readText,
  title: readText,
  height: readLength,
  width: readLength,
};

/**
 * Strings in `.md`, values in `.mdx`. Panel heights are clamped to 0–100. Throws an Error that names the first invalid
 * attribute.
 */
export function readStackBlitzOptions(props: Readonly<Record<string, unknown>>): StackBlitzOptions {
  try {
    return read(props);
  } catch (error) {
    // The error is in the page, but the stack points here. Without a stack, the error is reported at its location in the page.
    if (error instanceof Error) error.stack = undefined;
    throw error;
  }
}

function read(props: Readonly<Record<string, unknown>>): StackBlitzOptions {
  const { children: _, ...given } = props;
  const readers: Record<string, Reader<unknown>> = { ...SOURCES, ...OWN, ...EDITOR };
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const reader = ownValue(readers, name);
    if (!reader) throw new Error(`<StackBlitz> has no attribute ${name}. It has ${Object.keys(readers).join(', ')}.`);
    values[name] = reader(`${name} of <StackBlitz>`, value);
  }
  const sources = Object.keys(SOURCES).filter((name) => values[name] !== undefined);
  if (sources.length !== 1)
    throw new Error(
      `<StackBlitz> needs one of ${Object.keys(SOURCES).join(', ')}; it has ${sources.join(' and ') || 'none of them'}`,
    );
  const {
    id,
    github,
    project,
    embed = false,
    label,
    title,
    height = '300',
    width = '100%',
  } = values as Partial<StackBlitzOptions>;
  const editor = Object.fromEntries(
    Object.keys(EDITOR).flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );
  const name = title ?? `StackBlitz: ${project?.title ?? github ?? id}`;
  return { id, github, project, embed, label, title: name, height, width, editor };
}

function wrong(name: string, expected: string, value: unknown): Error {
  return new Error(`${name} must be ${expected}, not ${show(value)}`);
}

function readBoolean(name: string, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrong(name, 'true or false', value);
}

function readPercentage(name: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) throw wrong(name, 'a number from 0 to 100', value);
  return Math.round(Math.min(100, Math.max(0, number)));
}

function readText(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw wrong(name, 'a text', value);
  return value;
}

function readLength(name: string, value: unknown): string {
  const [, length] = /^([1-9]\d*%?)(?:px)?$/.exec(String(value)) ?? [];
  if (length === undefined || /%px$/.test(String(value))) throw wrong(name, 'a number of pixels or per cent', value);
  return length;
}

/** Commas in a string separate tabs; the entries of an array are panes. */
function readFiles(name: string, value: unknown): string | string[] {
  const files = typeof value === 'string' && value.startsWith('["') ? parse(name, value) : value;
  if (!Array.isArray(files)) return readText(name, files);
  if (files.length === 0) throw wrong(name, 'one or more paths', value);
  return files.map((file) => readText(name, file));
}

function readOrganization(name: string, value: unknown): EditorOptions['organization'] {
  const organization = typeof value === 'string' && !value.startsWith('{') ? { name: value } : parse(name, value);
  if (!isRecord(organization)) throw wrong(name, 'the name of an organization on GitHub', value);
  const { provider = 'github' } = organization;
  return { provider: oneOf(`provider in ${name}`, provider, ['github']), name: readText(name, organization.name) };
}

function readOrigin(name: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
    throw wrong(name, 'an origin that begins with https://, such as https://stackblitz.example.com', value);
  return url.origin;
}

function readId(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^\w[\w.~-]*$/.test(value))
    throw wrong(name, 'the id of a project, as it stands after https://stackblitz.com/edit/', value);
  return value;
}

function readGithub(name: string, value: unknown): string {
  const valid = typeof value === 'string' && /^[\w-]+\/[\w.-]+(\/tree(\/[^/\s]+)+)?$/.test(value);
  if (!valid || value.split('/').some((segment) => segment === '.' || segment === '..'))
    throw wrong(name, 'owner/repo or owner/repo/tree/branch', value);
  return value;
}

/** Reads a project. The SDK checks template and dependencies when the project is sent, and logs warnings. */
function readProject(name: string, value: unknown): Project {
  const project = parse(name, value);
  if (!isRecord(project)) throw wrong(name, 'an object with title, template and files', value);
  readText(`title in ${name}`, project.title);
  const { files } = project;
  if (!isRecord(files) || Object.keys(files).length === 0) throw wrong(`files in ${name}`, 'texts by path', files);
  for (const [path, text] of Object.entries(files))
    if (typeof text !== 'string') throw wrong(`${path} in ${name}`, 'a text', text);
  for (const part of ['dependencies', 'settings'])
    if (project[part] !== undefined && !isRecord(project[part]))
      throw wrong(`${part} in ${name}`, 'an object', project[part]);
  return project as unknown as Project;
}

/** Parses a value that is written as JSON in `.md` pages. */
function parse(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}
