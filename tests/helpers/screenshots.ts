import { encode } from 'fast-png';
import { readScreenshotSet } from '../../src/node/tools/check/screenshots/read-screenshot-set.ts';
import type {
  ScreenshotIdentity,
  ScreenshotInfo,
  ScreenshotSet,
} from '../../src/node/tools/check/screenshots/screenshot-set.ts';
import { writeScreenshotSet } from '../../src/node/tools/check/screenshots/write-screenshot-set.ts';

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

/** Environment of the sets that {@link createScreenshotSet} writes. */
export const IDENTITY: ScreenshotIdentity = {
  browser: 'Chromium 150.0',
  flags: ['--hide-scrollbars'],
  fonts: 'abc',
  platform: 'linux',
};

/** A screenshot of a set, with its image. */
export interface TakenScreenshot extends Partial<ScreenshotInfo> {
  png: Uint8Array;
}

/** Writes a set of screenshots in a folder, and reads it. */
export async function createScreenshotSet(
  folder: string,
  screenshots: TakenScreenshot[],
  identity: ScreenshotIdentity = IDENTITY,
): Promise<ScreenshotSet> {
  const infos = screenshots.map((screenshot) => ({ ...takenOf(screenshot), png: screenshot.png }));
  await writeScreenshotSet(folder, { identity, screenshots: infos }, ({ png }) => png);
  return await readScreenshotSet(folder);
}

function takenOf({ png: _, ...screenshot }: TakenScreenshot): ScreenshotInfo {
  return { demo: 'demo', route: '/', state: '', width: 390, color: 'light', ...screenshot };
}
