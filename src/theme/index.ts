/** The default theme, and what a theme of one's own is made with: `import theme, { usePage, type Theme } from 'cascader-docs/theme'`. */
export * from '../runtime/public.ts';
export { type Builtin, Slot, type Slots, type Theme, ThemeProvider, useTheme } from './contract.ts';
export { theme as default } from './theme.ts';
