import type { EditorOptions, StackBlitzOptions } from './options.ts';

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

/** Like the SDK's, but with all values encoded. */
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
