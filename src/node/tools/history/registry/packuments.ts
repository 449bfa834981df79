/** Packuments of a registry, each read once. */

import type Npa from 'npm-package-arg';
import type { AliasResult } from 'npm-package-arg';
import { ownValue } from '../../../../shared/own-value.ts';
import { messageOf } from '../../../base/diagnostics/message-of.ts';
import { createLimit } from '../../../base/files/create-limit.ts';
import type { Limits } from './limits.ts';
import type { NpmOptions } from './npm-options.ts';
import { isPackageName } from './package-names.ts';
import { type Packument, type PublishedManifest, parsePackument } from './packument.ts';
import { RegistryError, type RegistryErrorKind, shownAddress } from './registry-error.ts';
import type { Requests } from './requests.ts';

/** Reads packuments. */
export interface Packuments {
  read(name: string): Promise<Packument>;
  manifestOf(name: string, version: string): Promise<PublishedManifest>;
  /** Returns undefined for a range that names no registry. */
  resolve(name: string, range: string): Promise<{ name: string; version: string } | undefined>;
}

/** Options of {@link createPackuments}. */
interface PackumentContext {
  requests: Requests;
  options: NpmOptions;
  limits: Limits;
  signal?: AbortSignal | undefined;
}

/** Packuments that are read at the same time. */
const REQUESTS = 12;

/** As npm requests it for an installation, so that its cache is used: without what only pages of the registry need. */
const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';

/** Creates {@link Packuments}. */
export async function createPackuments({ requests, options, limits, signal }: PackumentContext): Promise<Packuments> {
  const [{ default: pickManifest }, { default: npa }] = await Promise.all([
    import('npm-pick-manifest'),
    import('npm-package-arg'),
  ]);
  const limit = createLimit(REQUESTS, signal);
  const known = new Map<string, Promise<Packument>>();
  const errorFor = (name: string, failure: { kind: RegistryErrorKind; reason: string; of?: string }): RegistryError => {
    const registry = shownAddress(requests.registryOf(name));
    return new RegistryError({ ...failure, name: failure.of ? `${name}@${failure.of}` : name, registry });
  };

  const request = async (name: string): Promise<Packument> => {
    // A name in a manifest may be any text.
    if (!isPackageName(name))
      throw new RegistryError({ kind: 'not-found', name, reason: 'no valid name', registry: '' });
    const uri = `/${name.replace('/', '%2f')}`;
    // Only the complete document has dates.
    const headers = { accept: options.before ? 'application/json' : ABBREVIATED };
    const text = await requests.send({ uri, name, headers, most: limits.packument }, readText);
    try {
      return parsePackument(name, text);
    } catch (error) {
      throw errorFor(name, { kind: 'unreachable', reason: messageOf(error) });
    }
  };
  const read = (name: string): Promise<Packument> => {
    const packument = known.get(name) ?? limit(() => request(name));
    known.set(name, packument);
    return packument;
  };
  const pick = async (name: string, wanted: string): Promise<{ name: string; version: string }> => {
    const packument = await read(name);
    try {
      const { defaultTag, before } = options;
      // With a version of Node, the result would depend on the machine.
      const { version } = pickManifest(packument, wanted, { defaultTag, before, nodeVersion: null });
      return { name, version };
    } catch {
      throw errorFor(name, { kind: 'no-version', of: wanted, reason: 'no published version matches' });
    }
  };

  return {
    read,
    async manifestOf(name, version) {
      const { versions } = await read(name);
      const manifest = ownValue(versions, version);
      if (!manifest) throw errorFor(name, { kind: 'no-version', of: version, reason: 'this version is not published' });
      return manifest;
    },
    async resolve(name, range) {
      const target = targetOf(npa, { name, range });
      return target && (await pick(target.name, target.wanted));
    },
  };
}

/** Returns the package that a range names, following an alias. Undefined if the range names no registry. */
function targetOf(
  npa: typeof Npa,
  { name, range }: { name: string; range: string },
): { name: string; wanted: string } | undefined {
  let spec: ReturnType<typeof npa.resolve>;
  try {
    spec = npa.resolve(name, range);
  } catch {
    // Not a range of npm: `workspace:*`, or a text that is no range at all.
    return undefined;
  }
  const target = spec.type === 'alias' ? (spec as AliasResult).subSpec : spec;
  if (target.type !== 'range' && target.type !== 'version' && target.type !== 'tag') return undefined;
  return target.name ? { name: target.name, wanted: target.fetchSpec ?? '' } : undefined;
}

async function readText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString('utf8');
}
