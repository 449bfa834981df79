import { describe, expect, it } from 'vitest';
import { imageSize } from '../../../../src/node/markdown/transform/resolve-media.ts';
import { cpuTime } from '../../../helpers/cpu-time.ts';

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([numbers(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

function avif(width: number, height: number): Buffer {
  const size = box('ispe', numbers(0, width, height));
  return Buffer.concat([
    box('ftyp', Buffer.from('avif'), numbers(0), Buffer.from('avifmif1')),
    box('meta', numbers(0), box('iprp', box('ipco', size))),
  ]);
}

/** A JPEG of 7 × 5 pixels with an orientation, as cameras write it. */
function turned(orientation: number): Buffer {
  const exif = `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`;
  const length = String.fromCharCode(exif.length + 2);
  return Buffer.from(
    `\xff\xd8\xff\xe1\0${length}${exif}\xff\xc0\0\x11\x08\0\x05\0\x07\x03\0\0\0\0\0\0\0\0\0\0`,
    'latin1',
  );
}

describe('imageSize', () => {
  it.each([
    ['GIF', Buffer.from('GIF89a\x0a\x00\x14\x00', 'latin1'), { width: 10, height: 20 }],
    ['SVG with size', Buffer.from('<?xml?><svg xmlns="x" width="12px" height="8">'), { width: 12, height: 8 }],
    ['SVG with a view box', Buffer.from('<svg viewBox="0 0 24.4 16">'), { width: 24, height: 16 }],
    ['SVG without size', Buffer.from('<svg>'), undefined],
    ['PNG', Buffer.from(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x02`, 'latin1'), { width: 256, height: 2 }],
    [
      'JPEG',
      Buffer.from('\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x05\0\x07\0\0\0', 'latin1'),
      { width: 7, height: 5 },
    ],
    ['WebP', Buffer.from(`RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x09\0\0\x04\0\0`, 'latin1'), { width: 10, height: 5 }],
    ['AVIF', avif(30, 20), { width: 30, height: 20 }],
    ['a JPEG on its side', turned(6), { width: 5, height: 7 }],
    ['a JPEG upside down', turned(3), { width: 7, height: 5 }],
    ['SVG with another unit', Buffer.from('<svg width="1in" height="0.5in">'), { width: 96, height: 48 }],
    ['unknown bytes', Buffer.from('abc'), undefined],
    ['an empty file', Buffer.alloc(0), undefined],
  ])('reads the size of %s', (_, bytes, size) => expect(imageSize(bytes)).toEqual(size));

  it.each([
    ['tags without end', '<svg '.repeat(200_000)],
    ['attributes without end', `<svg ${'a="'.repeat(200_000)}`],
    ['a JPEG of markers', `\xff\xd8${'\xff\xe0\0\x02'.repeat(200_000)}`],
    ['boxes without a size', `\0\0\0\x0cftypavif${'\0\0\0\0meta'.repeat(100_000)}`],
  ])('reads %s in linear time', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(await cpuTime(() => imageSize(bytes))).toBeLessThan(2000);
  });
});
