import { imageSize as readHeader } from 'image-size';

/** Width and height in CSS pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The photograph is stored on its side; browsers turn it. */
const FIRST_TURNED = 5;

/** Size of an image as browsers show it, by its header; undefined when it does not say. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = readHeader(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    const size = { width: Math.round(width), height: Math.round(height) };
    return orientation < FIRST_TURNED ? size : { width: size.height, height: size.width };
  } catch {
    // No image, or one of a kind that is not known: it is shown without a size.
    return undefined;
  }
}
