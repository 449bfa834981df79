import sdk from '@stackblitz/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type EditorOptions, readStackBlitzOptions } from '../../../src/runtime/stackblitz/options.ts';
import { stackBlitzUrl } from '../../../src/runtime/stackblitz/stackblitz-view.ts';

const read = (props: Record<string, unknown>) => readStackBlitzOptions({ id: 'vitejs-vite', ...props });
const editor = (props: Record<string, unknown>): EditorOptions => read(props).editor;
const project = { title: 'One', template: 'node', files: { 'index.js': '' } };
const url = (props: Record<string, unknown>): string => stackBlitzUrl(readStackBlitzOptions(props));

afterEach(() => vi.unstubAllGlobals());

describe('readStackBlitzOptions', () => {
  it('has defaults for the frame, but not for the editor', () => {
    expect(read({})).toEqual({
      id: 'vitejs-vite',
      embed: false,
      title: 'StackBlitz: vitejs-vite',
      height: '300',
      width: '100%',
      editor: {},
    });
    expect(readStackBlitzOptions({ project }).title).toBe('StackBlitz: One');
    expect(readStackBlitzOptions({ github: 'owner/repo', title: 'Mine', children: '\n' }).title).toBe('Mine');
  });

  it('reads strings of Markdown like values of JSX', () => {
    const options = { hideExplorer: true, showSidebar: false, devToolsHeight: 40, theme: 'dark', zenMode: true };
    expect(editor(options)).toEqual(options);
    expect(
      editor({ hideExplorer: true, showSidebar: 'false', devToolsHeight: '40', theme: 'dark', zenMode: 'true' }),
    ).toEqual(options);
    expect(readStackBlitzOptions({ project: JSON.stringify(project) }).project).toEqual(project);
  });

  it.each([
    [-5, 0],
    [0, 0],
    ['33.4', 33],
    [100, 100],
    ['1e9', 100],
    [Number.POSITIVE_INFINITY, 100],
  ])('clamps a height of %s to %i', (value, expected) => {
    expect(editor({ devToolsHeight: value, terminalHeight: value })).toEqual({
      devToolsHeight: expected,
      terminalHeight: expected,
    });
  });

  it.each([
    ['theme', 'default'],
    ['view', 'default'],
    ['view', 'preview'],
    ['sidebarView', 'default'],
    ['sidebarView', 'ports'],
  ])('accepts %s %s', (name, value) => {
    expect(editor({ [name]: value })).toEqual({ [name]: value });
  });

  it('accepts files as a list of tabs, of panes, or of panes in JSON', () => {
    expect(editor({ openFile: 'a.js,[id].js' }).openFile).toBe('a.js,[id].js');
    expect(editor({ openFile: ['a.js', 'b.js'] }).openFile).toEqual(['a.js', 'b.js']);
    expect(editor({ openFile: '["a.js", "b.js"]' }).openFile).toEqual(['a.js', 'b.js']);
  });

  it('accepts an organization by name', () => {
    const organization = { provider: 'github', name: 'owner' };
    expect(editor({ organization: 'owner' })).toEqual({ organization });
    expect(editor({ organization })).toEqual({ organization });
    expect(editor({ organization: '{"name": "owner"}' })).toEqual({ organization });
  });

  it.each([
    ['500', '500'],
    [500, '500'],
    ['500px', '500'],
    ['60%', '60%'],
  ])('accepts a length of %s', (value, expected) => {
    expect(read({ height: value, width: value })).toMatchObject({ height: expected, width: expected });
  });

  it.each<[string, Record<string, unknown>]>([
    ['<StackBlitz> needs one of id, github, project; it has none of them', { id: undefined }],
    ['<StackBlitz> needs one of id, github, project; it has id and project', { project }],
    ['theme of <StackBlitz> must be one of default, light, dark, not "blue"', { theme: 'blue' }],
    ['view of <StackBlitz> must be one of default, editor, preview, not true', { view: true }],
    [
      'sidebarView of <StackBlitz> must be one of default, project, search, ports, settings, not "Ports"',
      { sidebarView: 'Ports' },
    ],
    ['<StackBlitz> has no attribute hidedevtools. It has id, github, project, embed', { hidedevtools: true }],
    ['<StackBlitz> has no attribute constructor.', { constructor: 'x' }],
    ['embed of <StackBlitz> must be true or false, not "yes"', { embed: 'yes' }],
    ['devToolsHeight of <StackBlitz> must be a number from 0 to 100, not "half"', { devToolsHeight: 'half' }],
    ['terminalHeight of <StackBlitz> must be a number from 0 to 100, not true', { terminalHeight: true }],
    ['startScript of <StackBlitz> must be a text, not true', { startScript: true }],
    ['openFile of <StackBlitz> must be one or more paths, not []', { openFile: [] }],
    ['height of <StackBlitz> must be a number of pixels or per cent, not "60%px"', { height: '60%px' }],
    ['height of <StackBlitz> must be a number of pixels or per cent, not 0', { height: 0 }],
    ['origin of <StackBlitz> must be an origin that begins with https://', { origin: 'http://stackblitz.com' }],
    ['origin of <StackBlitz> must be an origin that begins with https://', { origin: 'https://a.example/b' }],
    ['origin of <StackBlitz> must be an origin that begins with https://', { origin: 'https://user@a.example' }],
    ['organization of <StackBlitz> must be the name of an organization on GitHub, not 5', { organization: 5 }],
    ['provider in organization of <StackBlitz> must be one of github', { organization: { provider: 'x', name: 'y' } }],
  ])('rejects: %s', (message, props) => {
    expect(() => read(props)).toThrow(message);
  });

  it.each(['', true, 'a/b', '../x', 'a?b', 'ä', '.hidden'])('rejects the id %j', (id) => {
    expect(() => readStackBlitzOptions({ id })).toThrow('id of <StackBlitz> must be the id of a project');
  });

  it.each([
    'owner',
    'owner/',
    '/repo',
    'owner/repo/blob/main',
    'owner/..',
    'owner/repo/tree/../x',
    'https://github.com/a/b',
  ])('rejects the repository %s', (github) => {
    expect(() => readStackBlitzOptions({ github })).toThrow('github of <StackBlitz> must be owner/repo');
  });

  it.each<[string, unknown]>([
    ['project of <StackBlitz> is not valid JSON: ', '{title}'],
    ['project of <StackBlitz> must be an object with title, template and files, not "[]"', '[]'],
    ['title in project of <StackBlitz> must be a text', { ...project, title: '' }],
    ['files in project of <StackBlitz> must be texts by path, not {}', { ...project, files: {} }],
    ['a.js in project of <StackBlitz> must be a text, not 1', { ...project, files: { 'a.js': 1 } }],
    ['dependencies in project of <StackBlitz> must be an object, not []', { ...project, dependencies: [] }],
  ])('rejects a project: %s', (message, value) => {
    expect(() => readStackBlitzOptions({ project: value })).toThrow(message);
  });

  it('does not check template and dependencies, because the SDK warns about them', () => {
    const odd = { ...project, template: 'svelte', dependencies: { react: '19' } };
    expect(readStackBlitzOptions({ project: odd }).project).toEqual(odd);
  });
});

describe('stackBlitzUrl', () => {
  it('returns an encoded address', () => {
    expect(url({ id: 'vitejs-vite' })).toBe('https://stackblitz.com/edit/vitejs-vite');
    expect(url({ github: 'owner/repo/tree/a#b/c?d' })).toBe(
      'https://stackblitz.com/github/owner/repo/tree/a%23b/c%3Fd',
    );
    expect(url({ project, embed: true })).toBe('https://stackblitz.com/run?embed=1');
    expect(url({ id: 'a', origin: 'https://editor.example/' })).toBe('https://editor.example/edit/a');
  });

  it.each<Record<string, unknown>>([
    {},
    { clickToLoad: true, hideDevTools: true, hideExplorer: true, hideNavigation: true, zenMode: true },
    { clickToLoad: false, hideDevTools: false, hideExplorer: false, hideNavigation: false, zenMode: false },
    { showSidebar: true, crossOriginIsolated: true, devToolsHeight: 33.3, terminalHeight: 400 },
    { showSidebar: false, sidebarView: 'search', theme: 'light', view: 'editor', startScript: 'a,b & c' },
    { sidebarView: 'default', theme: 'default', view: 'default' },
    { openFile: ['src/a b.js,c.js', 'd.js'], organization: { provider: 'github', name: 'o/n' } },
    { openFile: 'a.js,b.js', origin: 'https://editor.example' },
  ])('returns the address that the SDK opens: %j', (options) => {
    let opened = '';
    vi.stubGlobal('window', { open: (address: string) => (opened = address) });
    sdk.openProjectId('a', options);
    const sorted = (address: string) => {
      const { origin, pathname, search } = new URL(address);
      return [origin, pathname, ...search.slice(1).split('&').sort()];
    };
    expect(sorted(url({ id: 'a', ...options }))).toEqual(sorted(opened));
  });
});
