import { encode } from 'fast-png';
import type { PictureIdentity, PictureInfo, PictureSet } from '../../src/node/tools/check/pictures/picture-set.ts';
import { readPictureSet } from '../../src/node/tools/check/pictures/read-picture-set.ts';
import { writePictureSet } from '../../src/node/tools/check/pictures/write-picture-set.ts';

/** Red, green, blue, alpha. */
export type Color = readonly [number, number, number, number];

/** An image whose pixels can be set. */
export interface Canvas {
  width: number;
  height: number;
  data: Uint8Array;
  /** Sets one pixel. */
  dot(x: number, y: number, color: Color): Canvas;
  png(): Uint8Array;
}

const WHITE: Color = [255, 255, 255, 255];
export const BLACK: Color = [0, 0, 0, 255];

/** Creates an image of one color. */
export function createCanvas(width: number, height: number, color: Color = WHITE): Canvas {
  const data = new Uint8Array(width * height * 4);
  for (let index = 0; index < data.length; index += 4) data.set(color, index);
  const canvas: Canvas = {
    width,
    height,
    data,
    dot(x, y, dotColor) {
      data.set(dotColor, (y * width + x) * 4);
      return canvas;
    },
    png: () => encode({ width, height, data }),
  };
  return canvas;
}

/** Environment of the sets that {@link createPictureSet} writes. */
export const IDENTITY: PictureIdentity = {
  browser: 'Chromium 150.0',
  flags: ['--hide-scrollbars'],
  fonts: 'abc',
  platform: 'linux',
};

/** A picture of a set, with its image. */
export interface TakenPicture extends Partial<PictureInfo> {
  png: Uint8Array;
}

/** Writes a set of pictures in a folder, and reads it. */
export async function createPictureSet(
  folder: string,
  pictures: TakenPicture[],
  identity: PictureIdentity = IDENTITY,
): Promise<PictureSet> {
  const infos = pictures.map((picture) => ({ ...takenOf(picture), png: picture.png }));
  await writePictureSet(folder, { identity, pictures: infos }, ({ png }) => png);
  return await readPictureSet(folder);
}

function takenOf({ png: _, ...picture }: TakenPicture): PictureInfo {
  return { demo: 'demo', route: '/', state: '', width: 390, color: 'light', ...picture };
}
