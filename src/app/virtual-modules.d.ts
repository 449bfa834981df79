/** Modules that the bundler makes. */
declare module 'cascader-docs:theme' {
  /** The theme of the site: the configured one, or the default. */
  const theme: import('../theme/contract.ts').Theme;
  export default theme;
}

declare module 'cascader-docs:builtins' {
  /** Components that interactive pages use by name, where the theme in the browser is without them. */
  export const builtins: import('../theme/contract.ts').Theme['builtins'];
}

declare module 'cascader-docs:react' {
  /** A module of React as it would be required: `react`, `react-dom`, `react-dom/client`, `react/jsx-runtime`. */
  export function load(name: string): unknown;
  /** Names that it knows. */
  export const names: string[];
}

declare module 'cascader-docs:runtime-modules' {
  /** Modules of the runtime that there must be one copy of, by name. */
  export const modules: Record<string, object>;
}

declare module 'cascader-docs:messages' {
  /** Languages of the interface with their messages, compiled. */
  export const languages: import('../runtime/intl.ts').LanguageTable;
  /** The formatter of messages, where one of them needs it. */
  export const Format: import('../runtime/intl.ts').MessageFormat | undefined;
}
