import fs from 'node:fs/promises';
import path from 'node:path';
import { type PictureChange, type PictureKind, pictureKey } from '../../../../shared/picture-review.ts';
import { hashOf } from '../../../base/hash.ts';
import { type ComparedPictures, comparePictures } from './compare-pictures.ts';
import { pictureSize } from './decode-picture.ts';
import { describeIdentityDifference, type Picture, type PictureSet, sortPictures } from './picture-set.ts';
import { decoding, readPicture } from './read-picture-set.ts';

export interface PictureImage {
  file: string;
  width: number;
  height: number;
}

export interface SetEntry {
  kind: PictureKind;
  /** The new picture; the old one if it was removed. */
  picture: Picture;
  before?: PictureImage;
  after?: PictureImage;
  change?: PictureChange;
  difference?: PictureImage;
  /** Digest for an accept list; undefined for pictures that need no acceptance. */
  digest?: string;
}

export type SetComparison =
  | { kind: 'compared'; entries: SetEntry[] }
  /** The sets are of different environments, so each picture may differ. `difference` describes the environments. */
  | { kind: 'other-environment'; difference: string };

export interface CompareSetsOptions {
  before: PictureSet;
  after: PictureSet;
  /** Absolute path of the folder to write pictures of differences to. Default: none are written. */
  differences?: string;
  thresholdOf?: (demo: string) => number | undefined;
  signal?: AbortSignal;
}

/** Order of the kinds in a comparison. */
const KINDS: readonly PictureKind[] = ['changed', 'added', 'removed', 'unstable', 'unchanged'];

/**
 * Sorted by kind, changed pictures by their worst window. Reads one pair at a time, so memory does not depend on their
 * number. Throws a DiagnosticError with exit code 2.
 */
export async function compareSets(options: CompareSetsOptions): Promise<SetComparison> {
  const { before, after, differences, signal } = options;
  const difference = describeIdentityDifference(before.identity, after.identity);
  if (difference !== undefined) return { kind: 'other-environment', difference };
  if (differences !== undefined) await fs.mkdir(differences, { recursive: true });
  const old = new Map(before.pictures.map((picture) => [pictureKey(picture), picture]));
  const entries: SetEntry[] = [];
  for (const picture of after.pictures) {
    signal?.throwIfAborted();
    const key = pictureKey(picture);
    entries.push(await compareOne({ ...options, picture, beforePicture: old.get(key) }));
    old.delete(key);
  }
  for (const picture of old.values()) {
    signal?.throwIfAborted();
    const bytes = await readPicture(before, picture);
    entries.push({ kind: 'removed', picture, before: imageOf(before, picture, bytes), digest: hashOf(bytes) });
  }
  return { kind: 'compared', entries: rank(entries) };
}

async function compareOne({
  before,
  after,
  picture,
  beforePicture,
  differences,
  thresholdOf,
}: CompareSetsOptions & { picture: Picture; beforePicture: Picture | undefined }): Promise<SetEntry> {
  const bytes = await readPicture(after, picture);
  const image = imageOf(after, picture, bytes);
  // If only the old picture was unstable, the state is stable now, and the new picture can be accepted.
  const isUnstable = picture.unstable === true;
  if (!beforePicture) {
    if (isUnstable) return { kind: 'unstable', picture, after: image };
    return { kind: 'added', picture, after: image, digest: hashOf(bytes) };
  }
  const beforeBytes = await readPicture(before, beforePicture);
  const imageBefore = imageOf(before, beforePicture, beforeBytes);
  const threshold = thresholdOf?.(picture.demo);
  const compared = decoding(image.file, () => comparePictures(beforeBytes, bytes, { threshold }));
  const kind = isUnstable ? 'unstable' : compared ? 'changed' : 'unchanged';
  return {
    kind,
    picture,
    before: imageBefore,
    after: image,
    ...(compared && { change: changeOf(compared) }),
    ...(compared && differences && { difference: await writeDifference(differences, picture, compared) }),
    ...(kind === 'changed' && { digest: hashOf(bytes) }),
  };
}

function changeOf({ pixels, box, worst, isSlight }: ComparedPictures): PictureChange {
  return { pixels, box, worst, isSlight };
}

async function writeDifference(folder: string, { file }: Picture, compared: ComparedPictures): Promise<PictureImage> {
  const png = compared.renderDifference();
  const target = path.join(folder, path.basename(file));
  await fs.writeFile(target, png);
  return { file: target, ...pictureSize(png) };
}

function imageOf({ folder }: PictureSet, picture: Picture, bytes: Uint8Array): PictureImage {
  const file = path.join(folder, picture.file);
  return { file, ...decoding(file, () => pictureSize(bytes)) };
}

function rank(entries: SetEntry[]): SetEntry[] {
  const sorted = new Map(sortPictures(entries.map(({ picture }) => picture)).map((picture, index) => [picture, index]));
  const position = ({ picture }: SetEntry) => sorted.get(picture) ?? 0;
  return entries.sort(
    (one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      (other.change?.worst ?? 0) - (one.change?.worst ?? 0) ||
      position(one) - position(other),
  );
}
