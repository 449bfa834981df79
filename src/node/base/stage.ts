/** Stages of the pipeline, and `write` after it. `types` is the time spent waiting for types, which are read during `compile`. */
export type Stage = 'load' | 'compile' | 'types' | 'bundle' | 'prerender' | 'write';
