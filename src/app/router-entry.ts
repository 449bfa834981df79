// Creates a separate chunk for the router, because the bundler moves code that two entries share into a chunk.
export * from '../runtime/router.tsx';
