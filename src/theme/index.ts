export * from '../runtime/public.ts';
export { type Builtin, Slot, type Slots, type Theme, ThemeProvider, useTheme } from './contract.ts';
export { theme as default } from './theme.ts';
