declare module 'cascader-docs:theme' {
  /** Theme of the site: the configured theme, or the default theme. */
  const theme: import('../theme/contract.ts').Theme;
  export default theme;
}

declare module 'cascader-docs:builtins' {
  /** Components that interactive pages use by name, if the browser's theme does not include them. */
  export const builtins: import('../theme/contract.ts').Theme['builtins'];
}

declare module 'cascader-docs:react' {
  /** Returns a module of React as `require` would: `react`, `react-dom`, `react-dom/client`, `react/jsx-runtime`. */
  export function load(name: string): unknown;
  export const names: string[];
}

declare module 'cascader-docs:runtime-modules' {
  export const modules: Record<string, object>;
}

declare module 'cascader-docs:messages' {
  export const languages: import('../runtime/intl.ts').LanguageTable;
  export const Format: import('../runtime/intl.ts').MessageFormat | undefined;
}
