import fs from 'node:fs/promises';
import { type AcceptedPicture, pictureKey } from '../../../../shared/picture-review.ts';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { hashOf } from '../../../base/hash.ts';
import {
  describeIdentityDifference,
  describePicture,
  type Picture,
  type PictureSet,
  parseAcceptList,
} from './picture-set.ts';
import { findPictureSet, readPicture, readPictureSet } from './read-picture-set.ts';
import { writePictureSet } from './write-picture-set.ts';

/** Options of {@link acceptPictures}. All paths are absolute. */
export interface AcceptOptions {
  /** Accept list. Default: all pictures are accepted. */
  list?: string | undefined;
  current: string;
  /** A missing one is created. */
  baseline: string;
  /** Ids of the demos whose pictures are the newest; those of other demos stay as they are. Default: all demos. */
  only?: ReadonlySet<string> | undefined;
}

interface SourcePicture extends Picture {
  from: PictureSet;
}

/**
 * Without a list, the baseline becomes equal to the newest pictures. Does nothing if an entry of the list is outdated.
 * Throws a DiagnosticError with exit code 2.
 */
export async function acceptPictures({ list, current, baseline, only }: AcceptOptions): Promise<number> {
  const after = await readPictureSet(current);
  if (list === undefined && only === undefined) {
    await writePictureSet(baseline, after, (picture) => readPicture(after, picture));
    return after.pictures.length;
  }
  const before = (await findPictureSet(baseline)) ?? { folder: baseline, identity: after.identity, pictures: [] };
  const difference = describeIdentityDifference(before.identity, after.identity);
  if (difference !== undefined) throw failure(2, 'baseline-of-other-environment', { difference });
  const [old, newest] = [toMap(before), toMap(after)];
  if (list === undefined) {
    const others = [...old.values()].filter(({ demo }) => !only?.has(demo));
    const pictures = [...others, ...newest.values()];
    await writePictureSet(baseline, { identity: after.identity, pictures }, (picture) =>
      readPicture(picture.from, picture),
    );
    return after.pictures.length;
  }
  const accepted = await readAcceptList(list);
  await assertNewest(accepted, old, newest);
  for (const entry of accepted) {
    const key = pictureKey(entry);
    const picture = newest.get(key);
    if (picture) old.set(key, picture);
    else old.delete(key);
  }
  const pictures = [...old.values()];
  await writePictureSet(baseline, { identity: after.identity, pictures }, (picture) =>
    readPicture(picture.from, picture),
  );
  return accepted.length;
}

function toMap(set: PictureSet): Map<string, SourcePicture> {
  return new Map(set.pictures.map((picture) => [pictureKey(picture), { ...picture, from: set }]));
}

/** Fails if an entry is for a picture that is in neither set, or for another version of a picture. */
async function assertNewest(
  accepted: AcceptedPicture[],
  old: Map<string, SourcePicture>,
  newest: Map<string, SourcePicture>,
): Promise<void> {
  const unknown: AcceptedPicture[] = [];
  const changed: AcceptedPicture[] = [];
  for (const entry of accepted) {
    const key = pictureKey(entry);
    const picture = newest.get(key) ?? old.get(key);
    if (!picture) unknown.push(entry);
    else if (hashOf(await readPicture(picture.from, picture)) !== entry.digest) changed.push(entry);
  }
  for (const [reason, [first, ...others]] of Object.entries({ unknown, changed }))
    if (first)
      throw failure(2, 'outdated-accept-list', {
        case: reason as 'unknown' | 'changed',
        screenshot: describePicture(first),
        more: others.length,
      });
}

/** Throws a DiagnosticError with exit code 2 if it is missing or invalid. */
async function readAcceptList(file: string): Promise<AcceptedPicture[]> {
  try {
    return parseAcceptList(await fs.readFile(file, 'utf8'));
  } catch (error) {
    const reason = hasCode(error, 'ENOENT') ? 'it does not exist' : (error as Error).message;
    throw failure(2, 'invalid-accept-list', { file, reason });
  }
}
