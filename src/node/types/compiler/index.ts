/** Only this folder imports TypeScript's own interface, which may change with every version. */

export { MissingCompilerError } from './binary.ts';
export type { Checker, IndexSignature } from './checker.ts';
export { type Comment, deprecation, readComment } from './comments.ts';
export type { Config, Options } from './config.ts';
export * from './errors.ts';
export { type Compiler, type Session, startCompiler } from './open.ts';
export type { Program } from './program.ts';
export * from './syntax.ts';
export * from './text.ts';
export { type CheckedSymbol as Symbol, type Signature, SymbolFlags, type Type, TypeFlags } from './types.ts';
