import { imageSize as readHeader } from 'image-size';

export interface ImageSize {
  width: number;
  height: number;
}

/** First orientation value of images that are stored sideways, which browsers rotate. */
const FIRST_TURNED = 5;

/** Returns the size of an image as browsers show it, read from its header; undefined if the size is unknown. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = readHeader(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    const size = { width: Math.round(width), height: Math.round(height) };
    return orientation < FIRST_TURNED ? size : { width: size.height, height: size.width };
  } catch {
    // Not an image, or an unsupported format: it is shown without a size.
    return undefined;
  }
}
