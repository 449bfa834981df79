/** Packages that keep the styles of what they render on the server until they are asked for: see `app/style-collectors.ts`. */
export const STYLE_COLLECTORS = ['@ant-design/cssinjs', '@emotion/css', 'styled-components'];
