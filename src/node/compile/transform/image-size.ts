/** Width and height in CSS pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Size of a PNG, GIF, JPEG, WebP or SVG image by its header; undefined when it does not say. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  const size = readSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(bytes: Buffer): ImageSize | undefined {
  const magic = bytes.toString('latin1', 0, 16);
  if (bytes.length >= 24 && magic.startsWith('\x89PNG')) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length >= 10 && magic.startsWith('GIF8')) {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (magic.startsWith('\xFF\xD8')) return jpegSize(bytes);
  if (bytes.length >= 30 && magic.startsWith('RIFF') && magic.slice(8, 12) === 'WEBP') return webpSize(bytes);
  return svgSize(bytes.toString('utf8', 0, 4096));
}

/** The size stands in the frame header, behind segments of any length. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function svgSize(text: string): ImageSize | undefined {
  const tag = /<svg\b[^>]*>/i.exec(text)?.[0];
  if (!tag) return undefined;
  const number = (name: string) => Number(new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]);
  const box = /\sviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  const width = number('width') || Number(box?.[1]);
  const height = number('height') || Number(box?.[2]);
  return width && height ? { width: Math.round(width), height: Math.round(height) } : undefined;
}
