export { createSearchEngine } from '../runtime/search/engine.ts';
