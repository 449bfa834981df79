import fs from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { hasCode } from '../../../base/files/error-code.ts';
import { isObject, type Manifest, toManifest } from './packument.ts';

/**
 * Reads the `package.json` of an unpacked version, and checks that it is that of the version.
 *
 * @throws the error of `refuse`
 */
export async function checkManifest(
  folder: string,
  { name, version, refuse }: { name: string; version: string; refuse: (reason: string) => Error },
): Promise<Manifest> {
  const source = await readJson(path.join(folder, 'package.json'), refuse);
  if (source.name !== name) throw refuse(`its package.json has another name, ${JSON.stringify(source.name)}`);
  // npm normalizes versions such as `v1.0.0`.
  const own = typeof source.version === 'string' ? semver.clean(source.version, { loose: true }) : null;
  if (own !== semver.clean(version, { loose: true }))
    throw refuse(`its package.json has another version, ${JSON.stringify(source.version)}`);
  return toManifest({ name, version }, source);
}

async function readJson(file: string, refuse: (reason: string) => Error): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? refuse('it has no package.json') : error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('its package.json is not valid JSON');
  }
  if (!isObject(value)) throw refuse('its package.json contains no object');
  return value;
}
