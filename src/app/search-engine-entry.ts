/** What answers queries, for Node: the assistant's door searches as readers do. */
export { createSearchEngine } from '../runtime/search/engine.ts';
