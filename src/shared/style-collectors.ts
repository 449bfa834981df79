/** CSS-in-JS packages that collect styles during server rendering until they are read: see `app/demo-server-entry.tsx`. */
export const STYLE_COLLECTORS = ['@ant-design/cssinjs', '@emotion/css', 'styled-components'];

/** Packages whose styles depend on the modules that were evaluated before. Their demos are rendered in separate contexts. */
export const STATEFUL_PACKAGES = ['@emotion/css', 'styled-components'];

/**
 * Styles that `@ant-design/cssinjs` has computed for packages. Demos of a process share them, because computing them takes
 * longer than everything else in a demo. Styles that a demo itself registers are not shared: other demos may use the same key.
 */
export interface KnownStyles {
  /** Keyed by the key in the library's cache, and by the other inputs of the style. */
  byKey: Map<string, unknown>;
  /** Inputs of the style that a package is registering now, as text. Undefined if a demo itself calls the library. */
  registered: string | undefined;
}
