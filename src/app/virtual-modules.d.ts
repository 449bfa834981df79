/** Modules that the bundler makes. */
declare module 'cascader-docs:theme' {
  /** The theme of the site: the configured one, or the default. */
  const theme: import('../theme/contract.ts').Theme;
  export default theme;
}

declare module 'cascader-docs:messages' {
  /** Languages of the interface with their messages, compiled. */
  export const languages: import('../runtime/intl.ts').LanguageTable;
}
