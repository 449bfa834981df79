import path from 'node:path';
import type { ApiComponent } from '../../../shared/api.ts';
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

/** Finds a component without required props. */
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

/** Returns the components without required props, each first with its name as content and then without content. */
function candidatesOf(site: Site, components: ApiComponent[], library: string): FirstComponent[] {
  const hasTypes = installedVersion('@types/react', site) !== undefined;
  const fitting = components.filter(
    ({ id, kind, deprecated, props }) =>
      kind === 'component' && /^\w+$/.test(id) && deprecated === undefined && !props.some(({ required }) => required),
  );
  return fitting.slice(0, MOST).flatMap(({ id, isDefault, props }) => {
    const statement = `import ${isDefault ? id : `{ ${id} }`} from '${library}';`;
    const candidate = (element: string, attributes = ''): FirstComponent => {
      return { component: id, statement, element, playground: hasTypes ? playgroundOf(id, attributes) : '' };
    };
    const filled = candidate(`<${id}>${id}</${id}>`, ` initial='{"children":"${id}"}'`);
    return [
      ...(props.some(({ name, isSlot }) => name === 'children' && isSlot) ? [filled] : []),
      candidate(`<${id} />`),
    ];
  });
}

function playgroundOf(id: string, attributes: string): string {
  return `A playground has controls, which are derived from the types of the props:\n\n<Playground id="${id}"${attributes} />\n\n`;
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
