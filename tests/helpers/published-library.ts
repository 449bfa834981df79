/** A library that is published to a registry of the tests. */
import fs from 'node:fs';
import path from 'node:path';
import type { ApiHistory } from '../../src/shared/api-history.ts';
import { type Command, type Outcome, run, start } from './command.ts';
import { startRegistry, type TestRegistry } from './registry.ts';

/** Declarations of React that are enough for a component. */
export const REACT = `
  export interface ReactElement { type: any; props: any; key: string | null }
  export type ReactNode = ReactElement | string | null | undefined;`;

/** A component with these props. */
export const box = (props: string): Record<string, string> => ({
  'index.d.ts': `import type { ReactElement } from 'react';
    import type { Shared } from 'shared';
    export interface BoxProps extends Shared { ${props} }
    export declare const Box: (props: BoxProps) => ReactElement;`,
});

/** A published library, and the project that documents it. */
export interface PublishedLibrary {
  server: TestRegistry;
  root: string;
  /** Environment without settings of npm on this machine. */
  env: NodeJS.ProcessEnv;
  api(...args: string[]): Promise<Outcome>;
  /** Starts the command `api history`. */
  startHistory(): Command;
  /** Content of the history file. */
  history(): ApiHistory;
  /** Adds a version of the library. */
  publish(version: string, props: string): void;
}

/** Publishes a library with a dependency, and creates its project. */
export async function createLibrary(): Promise<PublishedLibrary> {
  const server = await startRegistry();
  server.publish(
    { name: '@types/react', version: '18.3.1', files: { 'index.d.ts': REACT } },
    { name: '@types/react-dom', version: '18.3.0', files: { 'index.d.ts': 'export {};' } },
    { name: 'shared', version: '1.2.0', files: { 'index.d.ts': 'export interface Shared { size?: number }' } },
  );
  const { projectRoot: root, env } = server.createProject();
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  write('package.json', '{ "name": "box", "version": "1.2.0" }');
  write('docs/index.md', '# Home\n');
  const without = Object.keys(process.env).filter((name) => /^npm_config_/i.test(name));
  const cleanEnv = { ...Object.fromEntries(without.map((name) => [name, undefined])), ...env };
  return {
    server,
    root,
    env: cleanEnv,
    api: (...args) => run(['api', ...args], { cwd: root, env: cleanEnv }),
    startHistory: () => start(['api', 'history'], { cwd: root, env: cleanEnv }),
    history: () => JSON.parse(fs.readFileSync(path.join(root, 'docs/api-history.json'), 'utf8')),
    publish: (version, props) =>
      server.publish({ name: 'box', version, files: box(props), dependencies: { shared: '^1.0.0' } }),
  };
}

/** Publishes four versions: 1.1.1 has a property more, and 1.2.0 a wider type. */
export async function createPublished(): Promise<PublishedLibrary> {
  const library = await createLibrary();
  library.publish('1.0.0', 'a?: string');
  library.publish('1.1.0', 'a?: string; b?: 1');
  library.publish('1.1.1', 'a?: string; b?: 1');
  library.publish('1.2.0', 'a?: string | number; b?: 1');
  return library;
}

/** Facts of the versions that {@link createPublished} publishes. */
export const FACTS = [
  { name: 'Box#a', version: '1.2.0', change: 'widened', from: 'string', to: 'string | number' },
  { name: 'Box#b', version: '1.1.1', change: 'added', to: '1' },
];
