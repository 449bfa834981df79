/** CSS-in-JS packages that collect styles during server rendering until they are read: see `app/style-collectors.ts`. */
export const STYLE_COLLECTORS = ['@ant-design/cssinjs', '@emotion/css', 'styled-components'];
