import { pictureKey } from '../../../../shared/picture-review.ts';
import type { PictureProblem, PictureSetProblem } from '../../../base/diagnostics/codes/pictures.ts';
import { isPictureFile } from './picture-file.ts';
import { type Picture, type PictureIdentity, SET_FORMAT } from './picture-set.ts';

export type ParsedPictureSet =
  | { identity: PictureIdentity; pictures: Picture[]; problem?: undefined }
  | { problem: PictureSetProblem };

export function parsePictureSet(text: string): ParsedPictureSet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: { is: 'no-json', reason: (error as Error).message } };
  }
  const { format, unfinished, identity, pictures } = fieldsOf(value);
  if (format !== SET_FORMAT) return { problem: { is: 'other-format', format: String(format) } };
  if (unfinished !== undefined) return { problem: { is: 'unfinished' } };
  if (!isIdentity(identity)) return { problem: { is: 'no-identity' } };
  if (!Array.isArray(pictures)) return { problem: { is: 'no-pictures' } };
  const seen = new Set<string>();
  for (const [index, picture] of pictures.entries()) {
    const is = problemOf(picture, seen);
    if (is !== undefined) return { problem: { is, entry: index + 1 } };
  }
  return { identity, pictures: pictures.map(toPicture) };
}

/** Also if the set is unfinished. Ignores errors, and paths that a set cannot have. */
export function listPictureFiles(text: string): string[] {
  try {
    const { pictures } = fieldsOf(JSON.parse(text));
    return Array.isArray(pictures) ? pictures.map((picture) => fieldsOf(picture).file).filter(isPictureFile) : [];
  } catch {
    // The file is damaged, so nothing is known about the pictures beside it.
    return [];
  }
}

/** Returns the fields of an object in JSON; none for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function keyProblemOf({ demo, state, width, color }: Record<string, unknown>): PictureProblem | undefined {
  if (typeof demo !== 'string' || demo === '') return 'no-demo';
  if (typeof state !== 'string') return 'no-state';
  if (!Number.isInteger(width) || (width as number) <= 0) return 'no-width';
  if (color !== 'light' && color !== 'dark') return 'no-color';
  return undefined;
}

function problemOf(value: unknown, seen: Set<string>): PictureProblem | undefined {
  const fields = fieldsOf(value);
  const inKey = keyProblemOf(fields);
  if (inKey !== undefined) return inKey;
  const { route, title, file } = fields;
  if (typeof route !== 'string') return 'no-route';
  if (title !== undefined && typeof title !== 'string') return 'no-title';
  if (!isPictureFile(file)) return 'no-file';
  const key = pictureKey(value as Picture);
  if (seen.has(key) || seen.has(file)) return 'repeated';
  seen.add(key).add(file);
  return undefined;
}

function isIdentity(value: unknown): value is PictureIdentity {
  const { browser, flags, fonts, platform } = fieldsOf(value);
  return (
    Array.isArray(flags) && [browser, fonts, platform, ...flags].every((text: unknown) => typeof text === 'string')
  );
}

function toPicture({ demo, title, route, state, width, color, file, unstable }: Picture): Picture {
  return {
    demo,
    ...(title !== undefined && { title }),
    route,
    state,
    width,
    color,
    file,
    ...(unstable === true && { unstable }),
  };
}
