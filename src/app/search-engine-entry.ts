/** Search engine for Node: assistants get the same results as readers. */
export { createSearchEngine } from '../runtime/search/engine.ts';
