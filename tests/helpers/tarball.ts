/** Tarballs of packages, also such that no package manager would create. */
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';

/** Entry of a tarball. */
export interface TarEntry {
  /** Path in the tarball, such as `package/index.d.ts`. */
  path: string;
  content?: string | Buffer;
  /** Default: a regular file. */
  type?: HeaderData['type'];
  /** Target of a link. */
  linkpath?: string;
  /** Size in the header. Default: that of the content. */
  size?: number;
}

/** Returns the bytes of an entry: header and content. */
export function tarEntry({ path, content = '', type = 'File', linkpath, size }: TarEntry): Buffer {
  const body = Buffer.from(content);
  const block = Buffer.alloc(512);
  const header = new Header({ path, type, linkpath, size: size ?? body.length, mode: 0o644, mtime: new Date(0) });
  if (header.encode(block, 0)) throw new Error(`${path} is too long for a header`);
  return Buffer.concat([block, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

/** The end of each tarball. */
const TAR_END: Buffer = Buffer.alloc(1024);

/** Returns a tarball that is not compressed. */
function tarOf(entries: TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(tarEntry), TAR_END]);
}

/** Returns a compressed tarball. */
export function tarballOf(entries: TarEntry[]): Buffer {
  return gzipSync(tarOf(entries));
}

/** Returns the files of a package as entries. */
export function entriesOf(files: Record<string, string>): TarEntry[] {
  return Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content }));
}
