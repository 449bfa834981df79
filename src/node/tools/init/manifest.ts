import { failure } from '../../base/diagnostics/create-diagnostic.ts';

/** Content of a package.json. The values are not validated. */
export type Manifest = Record<string, unknown>;

/** Commands for the starter's scripts, by name. */
const SCRIPTS = {
  docs: 'cascader-docs dev',
  'docs:build': 'cascader-docs build',
  'docs:preview': 'cascader-docs preview',
};

/** Parses a package.json. Throws a DiagnosticError with exit code 2 if the text is not a JSON object. */
export function parseManifest(text: string): Manifest {
  let manifest: unknown;
  let reason: string | undefined;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    reason = (error as Error).message;
  }
  if (manifest instanceof Object && !Array.isArray(manifest)) return manifest as Manifest;
  const location = { file: 'package.json', line: 1, column: 1 };
  throw failure(2, 'invalid-package-json', { reason }, { location });
}

/**
 * Adds entries, and leaves everything else unchanged. Returns the new text, and a description of each addition.
 * `unpublished` is a folder to exclude from `files`.
 */
export function addToManifest(
  text: string,
  { version, unpublished }: { version: string; unpublished?: string | undefined },
): { text: string; added: string[] } {
  const manifest = parseManifest(text);
  const isKnown = listedRange(manifest, 'cascader-docs') !== undefined;
  const present = table(manifest.scripts);
  const scripts = Object.entries(SCRIPTS).filter(([name]) => !Object.hasOwn(present, name));
  const added = [
    ...(isKnown ? [] : ['cascader-docs in devDependencies']),
    ...(scripts.length > 0 ? [`the scripts ${scripts.map(([name]) => name).join(', ')}`] : []),
    ...(unpublished === undefined ? [] : [`\`!${unpublished}\` in files`]),
  ];
  if (added.length === 0) return { text, added };
  if (scripts.length > 0) manifest.scripts = { ...present, ...Object.fromEntries(scripts) };
  if (!isKnown)
    manifest.devDependencies = sorted({ ...table(manifest.devDependencies), 'cascader-docs': `^${version}` });
  if (unpublished !== undefined && Array.isArray(manifest.files)) manifest.files.push(`!${unpublished}`);
  return { text: formatManifest(manifest, text), added };
}

/** Returns the version range of a package in the manifest. */
export function listedRange(manifest: Manifest, name: string): string | undefined {
  const lists = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies].map(table);
  return lists.map((list) => list[name]).find((range) => typeof range === 'string');
}

function formatManifest(manifest: Manifest, text: string): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return JSON.stringify(manifest, undefined, indent) + (text.endsWith('\n') ? '\n' : '');
}

export function ownScripts(manifest: Manifest): { name: string; command: string }[] {
  const present = table(manifest.scripts);
  return Object.entries(SCRIPTS)
    .filter(([name]) => present[name] !== undefined && !String(present[name]).includes('cascader-docs'))
    .map(([name, command]) => ({ name, command }));
}

function table(value: unknown): Record<string, unknown> {
  return value instanceof Object ? (value as Record<string, unknown>) : {};
}

function sorted(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
