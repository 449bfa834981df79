import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, in rows. */
  rgba: Uint8Array;
}

/**
 * Browsers write 8 bits per channel; programs that make files smaller also write palettes and grays. Throws an Error if
 * the PNG is damaged.
 */
export function decodeScreenshot(png: Uint8Array): Pixels {
  const image = decode(png, { checkCrc: true });
  const { width, height } = image;
  const { data, channels } = toChannels(image);
  if (data.length !== width * height * channels) throw new Error('it is incomplete');
  return { width, height, rgba: channels === 4 ? data : toRgba(data, channels) };
}

/** Reads the size of a PNG from its header, without decoding it. */
export function screenshotSize(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (header.length < 24 || header.toString('latin1', 12, 16) !== 'IHDR') throw new Error('it is no PNG');
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

function toChannels(image: DecodedPng): { data: Uint8Array; channels: number } {
  const { data, depth, channels } = image;
  if (image.palette) return { data: convertIndexedToRgb(image), channels: image.palette[0]?.length ?? 3 };
  if (depth === 16) throw new Error('it has 16 bits per channel');
  if (image.transparency?.length) throw new Error('it has a transparent color');
  if (depth === 8) return { data: data as Uint8Array, channels };
  const palette = Array.from({ length: 2 ** depth }, (_, index) => Array(3).fill((index * 255) / (2 ** depth - 1)));
  return { data: convertIndexedToRgb({ ...image, palette }), channels: 3 };
}

function toRgba(data: Uint8Array, channels: number): Uint8Array {
  const hasAlpha = channels === 2;
  const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
  const rgba = new Uint8Array((data.length / channels) * 4);
  for (let from = 0, to = 0; to < rgba.length; from += channels, to += 4) {
    rgba[to] = data[from] as number;
    rgba[to + 1] = data[from + green] as number;
    rgba[to + 2] = data[from + blue] as number;
    rgba[to + 3] = hasAlpha ? (data[from + 1] as number) : 255;
  }
  return rgba;
}
