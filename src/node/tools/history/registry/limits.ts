/** Limits against registries that are slow, and against hostile tarballs. */
export interface Limits {
  /** Bytes of a tarball as it is sent. In the worst case, they are held in memory. */
  compressed: number;
  /** Unpacked bytes of all entries of a tarball, including those that are not kept. */
  unpacked: number;
  /** Bytes of one kept file. */
  file: number;
  /** Bytes of all kept files of a tarball. */
  kept: number;
  /** Entries of a tarball. */
  entries: number;
  /** Bytes of the document with all versions of a package. */
  packument: number;
  /** Time without a byte, in milliseconds. The `fetch-timeout` of npm applies if it is shorter. */
  silence: number;
  /** Time of one download, in milliseconds. */
  duration: number;
}

/** Ten times what the largest packages with components need. */
export const LIMITS: Limits = {
  compressed: 200e6,
  unpacked: 1e9,
  file: 64e6,
  kept: 100e6,
  entries: 200_000,
  packument: 256e6,
  silence: 60_000,
  duration: 600_000,
};
