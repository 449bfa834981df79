import path from 'node:path';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import { readText } from '../base/files/read-files.ts';
import type { Workspace } from './config/types.ts';

/** Packages that cannot be read are left out. */
export function readWorkspace(root: string): Workspace {
  const manifest = readJson(path.join(root, 'package.json'));
  const patterns = patternsOf(root, manifest);
  const found = globSync(
    patterns.map((pattern) => `${pattern.replace(/\/+$/, '')}/package.json`),
    { cwd: root, absolute: true, ignore: ['**/node_modules/**'], expandDirectories: false },
  );
  const packages = found.sort().flatMap((file): [string, string][] => {
    const { name } = readJson(file);
    return typeof name === 'string' ? [[name, path.dirname(path.resolve(file))]] : [];
  });
  const { repository } = manifest;
  return {
    root,
    packages: Object.fromEntries(packages),
    ...(repository === undefined ? {} : { repository: repository as Workspace['repository'] }),
  };
}

function patternsOf(root: string, { workspaces }: Record<string, unknown>): string[] {
  const listed = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages;
  const own = Array.isArray(listed) ? listed : pnpmPatterns(path.join(root, 'pnpm-workspace.yaml'));
  return own.filter((pattern): pattern is string => typeof pattern === 'string');
}

function pnpmPatterns(file: string): unknown[] {
  try {
    const { packages } = parse(readText(file)) ?? {};
    return Array.isArray(packages) ? packages : [];
  } catch {
    // The package manager reports its errors.
    return [];
  }
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readText(file));
  } catch {
    // There is no package.json, or its errors are reported elsewhere.
    return {};
  }
}
