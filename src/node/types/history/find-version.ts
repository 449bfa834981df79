import type { ApiHistory } from '../../../shared/api-history.ts';
import { knownVersions } from './index-history.ts';
import { compareVersions, parseVersion, splitName } from './versions.ts';

/** `1.22` is the newest known version of this minor. Undefined if no known version fits. */
export function findVersion(history: ApiHistory, written: string): string | undefined {
  const known = knownVersions(history);
  if (known.includes(written)) return written;
  const range = parseVersion(written);
  if (!range) return undefined;
  const { lowest, below } = range;
  const { name } = splitName(written);
  return known.findLast((version) => {
    const { name: ofVersion, number } = splitName(version);
    if (ofVersion !== name) return false;
    const isAbove = compareVersions(number, lowest) >= 0;
    return below === undefined ? number === lowest : isAbove && compareVersions(number, below) < 0;
  });
}
