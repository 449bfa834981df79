export interface ModuleRecord {
  /** Imported names by specifier, in source order; `*` stands for all. Empty for an import without names. */
  imports: Map<string, Set<string>>;
  /** Exports by name: the export of another module, or undefined for an export of the module itself. */
  exports: Map<string, Reference | undefined>;
  /** Specifiers of `export * from`. */
  stars: string[];
  /** All exports are known. False for CommonJS that was not compiled from an ES module. */
  isComplete: boolean;
  /** Running the module does more than create its exports. */
  hasEffects: boolean;
}

export interface Reference {
  specifier: string;
  /** `*` stands for an object with all exports. */
  name: string;
}
