/** CSS-in-JS packages that collect styles during server rendering until they are read: see `app/demo-server-entry.tsx`. */
export const STYLE_COLLECTORS = ['@ant-design/cssinjs', '@emotion/css', 'styled-components'];

/** Packages whose styles depend on the modules that were evaluated before. Their demos are rendered in contexts of their own. */
export const STATEFUL_PACKAGES = ['@emotion/css', 'styled-components'];
