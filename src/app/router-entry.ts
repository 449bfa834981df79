// The router as a chunk of its own: the bundler puts what two entries share into a chunk.
export * from '../runtime/router.tsx';
