/** Packages of npm that have no types. */

declare module 'npm-pick-manifest' {
  interface PickOptions {
    /** `null` ignores the `engines` of packages. */
    nodeVersion?: string | null;
    defaultTag?: string;
    before?: Date | string | null;
  }
  /** Returns the manifest that npm would install for a range, a version or a tag. */
  export default function pickManifest<Manifest>(
    packument: { name: string; versions: Record<string, Manifest> },
    wanted: string,
    options?: PickOptions,
  ): Manifest;
}

declare module '@npmcli/config/lib/definitions/index.js' {
  interface Definition {
    flatten?: (key: string, values: Record<string, unknown>, flat: Record<string, unknown>) => void;
  }
  const npm: {
    // biome-ignore lint/suspicious/noExplicitAny: passed to the constructor only.
    definitions: Record<string, Definition & any>;
    shorthands: Record<string, string[]>;
    nerfDarts: string[];
  };
  export default npm;
}
