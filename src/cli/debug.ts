import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { LOOKUPS, type Lookup } from '../node/store/lookup-log.ts';

/** `CASCADER_DOCS_DEBUG=store` prints each lookup of a cached result. */
export function printDebugOutput(): void {
  const areas = process.env.CASCADER_DOCS_DEBUG?.split(',') ?? [];
  if (areas.includes('store')) subscribe(LOOKUPS, (message) => printLookup(message as Lookup));
}

function printLookup({ name, isHit, changes }: Lookup): void {
  const here = `${process.cwd()}${path.sep}`;
  const reasons = changes.length > 0 ? ` (${changes.join('; ').replaceAll(here, '')})` : '';
  process.stderr.write(`store ${isHit ? 'hit ' : 'miss'} ${name}${reasons}\n`);
}
