import { NEEDS_RUNTIME } from '../../shared/dom-contract.ts';
import { type EditorOptions, readStackBlitzOptions, type StackBlitzOptions } from './options.ts';
import type { StackBlitzPlace } from './place.ts';

/** Data to render `<StackBlitz>`. */
export interface StackBlitzView {
  options: StackBlitzOptions;
  /** URL that opens the project or repository in a window. */
  href: string;
  /** Attributes of the element around link and button. */
  place: Record<string, string>;
  /** Attributes of the button; absent if there is only a link. */
  button?: Record<string, string>;
}

/**
 * Reads the attributes of `<StackBlitz>`.
 *
 * @throws an Error that describes an invalid attribute
 */
export function stackBlitzView(props: Record<string, unknown>): StackBlitzView {
  const options = readStackBlitzOptions(props);
  const data: StackBlitzPlace = { url: stackBlitzUrl(options), options };
  const href = stackBlitzUrl({ ...options, embed: false });
  if (!options.embed && !options.project) return { options, href, place: {} };
  const place = { 'data-stackblitz': JSON.stringify(data) };
  return { options, href, place, button: { [NEEDS_RUNTIME]: '' } };
}

const PARAMETERS: Record<Exclude<keyof EditorOptions, 'newWindow' | 'organization' | 'origin'>, string> = {
  clickToLoad: 'ctl',
  crossOriginIsolated: 'corp',
  devToolsHeight: 'devtoolsheight',
  hideDevTools: 'hidedevtools',
  hideExplorer: 'hideExplorer',
  hideNavigation: 'hideNavigation',
  openFile: 'file',
  showSidebar: 'showSidebar',
  sidebarView: 'sidebarView',
  startScript: 'startScript',
  terminalHeight: 'terminalHeight',
  theme: 'theme',
  view: 'view',
  zenMode: 'zenMode',
};
const ORIGIN = 'https://stackblitz.com';

/** Like the SDK's URL, but with all values encoded. */
export function stackBlitzUrl({ id, github, embed, editor }: StackBlitzOptions): string {
  const route = id !== undefined ? `edit/${encode(id)}` : github !== undefined ? `github/${encode(github)}` : 'run';
  const { origin = ORIGIN, organization } = editor;
  const pairs: [name: string, value: unknown][] = embed ? [['embed', true]] : [];
  for (const [option, name] of Object.entries(PARAMETERS)) {
    const value = editor[option as keyof typeof PARAMETERS];
    for (const item of Array.isArray(value) ? value : [value]) pairs.push([name, item]);
  }
  if (organization) pairs.push(['orgName', organization.name], ['orgProvider', organization.provider]);
  const query = pairs.flatMap(([name, value]) => parameter(name, value)).join('&');
  return `${origin}/${route}${query && '?'}${query}`;
}

/** Returns a query parameter. False is omitted, because it is the editor's default for all options except `showSidebar`. */
function parameter(name: string, value: unknown): string[] {
  if (value === undefined || value === 'default' || (value === false && name !== 'showSidebar')) return [];
  return [`${name}=${encodeURIComponent(typeof value === 'boolean' ? Number(value) : String(value))}`];
}

function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
