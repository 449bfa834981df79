import type { EditorOptions, StackBlitzOptions } from './options.ts';

/** Options that stand in the address, by the names that the editor reads. */
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

/**
 * Address of the editor, the one that the SDK makes, with everything in it encoded: a project or repository to open or
 * to embed, or where a project is posted to.
 */
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

/** False is what the editor does without the parameter, but for the sidebar. */
function parameter(name: string, value: unknown): string[] {
  if (value === undefined || value === 'default' || (value === false && name !== 'showSidebar')) return [];
  return [`${name}=${encodeURIComponent(typeof value === 'boolean' ? Number(value) : String(value))}`];
}

function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
