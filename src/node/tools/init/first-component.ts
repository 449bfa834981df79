import path from 'node:path';
import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import { loadSite } from '../../build/site.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type Library, librariesOf } from '../../project/libraries.ts';
import { exportedSubpaths, subpathSource } from '../../project/library-subpaths.ts';
import { installedVersion } from '../../project/optional-package.ts';
import { renderDemos } from '../../render/demos/render-demos.ts';
import { noCache } from '../../store/cache.ts';
import { createTypesReader } from '../../types/types-reader.ts';

/** Maximum number of components to try. */
const MOST = 20;

export interface FirstComponent {
  component: string;
  statement: string;
  element: string;
  /** Section of the page with the playground. Empty if React's types, which the controls need, are not installed. */
  playground: string;
}

interface Search {
  /** Undefined if no component can be shown, or if the library cannot be read. */
  found?: FirstComponent | undefined;
  /** The first component that throws an error, if no component can be shown. */
  failed?: { component: string; reason: string } | undefined;
  /** The style sheet that the library's users import, such as `my-library/styles.css`. */
  sheet?: string | undefined;
}

/** Finds a component whose required props have simple types. */
export async function findFirstComponent(folder: string): Promise<Search> {
  try {
    const { site } = await loadSite(folder);
    const [library] = librariesOf(site);
    if (library?.name === undefined) return {};
    const candidates = candidatesOf(site, await readComponents(site), library.name);
    return { ...(await firstThatRenders(site, candidates)), sheet: sheetOf(library) };
  } catch {
    // The library cannot be read before its packages are installed. The site then gets a demo without a component.
    return {};
  }
}

/** Returns the library's style sheet. If there are several, returns the one whose name suggests that it contains all styles. */
function sheetOf(library: Library): string | undefined {
  const below = (exportedSubpaths(library) ?? []).flatMap((key) => (key.endsWith('.css') ? key.slice(2) : []));
  const sheets = below.filter((sheet) => !sheet.includes('*') && subpathSource(library, sheet) !== undefined);
  const [sheet] = sheets.length > 1 ? sheets.filter((name) => /^(styles?|index|main|all)\.css$/.test(name)) : sheets;
  return sheet && `${library.name}/${sheet}`;
}

async function readComponents(site: Site): Promise<ApiComponent[]> {
  const reader = createTypesReader(site, { cache: noCache });
  try {
    return (await reader.extract()).components;
  } finally {
    await reader.close();
  }
}

/**
 * Returns the components whose required props have simple types, those without required props first. Each is first tried with its name as
 * content and then without content.
 */
function candidatesOf(site: Site, components: ApiComponent[], library: string): FirstComponent[] {
  const hasTypes = installedVersion('@types/react', site) !== undefined;
  const fitting = components.filter(
    ({ id, kind, deprecated }) => kind === 'component' && /^\w+$/.test(id) && deprecated === undefined,
  );
  const described = fitting.flatMap(({ props, ...component }) => {
    const required = props.filter((prop) => prop.required && !isContent(prop));
    const values = required.map((prop) => [prop.name, sampleOf(prop)] as const);
    return values.some(([, value]) => value === undefined) ? [] : [{ ...component, props, values }];
  });
  const sorted = described.sort((one, other) => one.values.length - other.values.length);
  return sorted.slice(0, MOST).flatMap(({ id, isDefault, props, values }) => {
    const statement = `import ${isDefault ? id : `{ ${id} }`} from '${library}';`;
    const attributes = values.map(([name, value]) => ` ${attributeOf(name, value)}`).join('');
    const candidate = (content?: string): FirstComponent => {
      const element = content ? `<${id}${attributes}>${content}</${id}>` : `<${id}${attributes} />`;
      const initial = { ...Object.fromEntries(values), ...(content && { children: content }) };
      return { component: id, statement, element, playground: hasTypes ? playgroundOf(id, initial) : '' };
    };
    const content = props.find(isContent);
    return [...(content ? [candidate(id)] : []), ...(content?.required ? [] : [candidate()])];
  });
}

function isContent({ name, isSlot }: ApiProp): boolean {
  return name === 'children' && isSlot;
}

const noop = (): void => undefined;

/** Returns a value for a required prop; undefined if its type is not simple. */
function sampleOf({ name, type, isSlot }: ApiProp): unknown {
  const [, literal] = /^"([\w -]*)"/.exec(type) ?? [];
  if (literal !== undefined) return literal;
  if (type.startsWith('(') && type.includes('=>')) return isSlot ? undefined : noop;
  if (isSlot || type === 'string') return name.charAt(0).toUpperCase() + name.slice(1);
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  return /^[^|&]+\[\]$/.test(type) ? [] : undefined;
}

function attributeOf(name: string, value: unknown): string {
  if (typeof value === 'string') return `${name}="${value}"`;
  return value === true ? name : `${name}={${value === noop ? '() => {}' : JSON.stringify(value)}}`;
}

/** A function has no JSON, and its control needs no initial value. */
function playgroundOf(id: string, initial: object): string {
  const json = JSON.stringify(initial);
  const attribute = json === '{}' ? '' : ` initial='${json}'`;
  return `A playground has controls, which are derived from the types of the props:\n\n<Playground id="${id}"${attribute} />\n\n`;
}

/** Returns the first candidate whose HTML contains an element. Many providers and dialogs render nothing by themselves. */
async function firstThatRenders(site: Site, candidates: FirstComponent[]): Promise<Search> {
  const demos = candidates.map(({ statement, element }, index): EmbeddedDemo => {
    return {
      ...{ id: `candidate-${index}`, inline: false, headerLength: 0, location: { file: '', line: 1, column: 1 } },
      filePath: path.join(site.root, 'candidate.md'),
      code: { text: `${statement}\nexport default () => ${element};\n`, lang: 'tsx' },
    };
  });
  const { html, problems } = await renderDemos(site, demos);
  const found = candidates.find((_candidate, index) => /<[a-z]/.test(html.get(`candidate-${index}`) ?? ''));
  const [problem] = found ? [] : problems;
  const failed = problem && candidates[demos.findIndex(({ id }) => id === problem.id)];
  return { found, failed: failed && { component: failed.component, reason: problem.message } };
}
