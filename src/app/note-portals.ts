/** Imported by the generated module that shares React; see `plugins/virtual-plugin.ts`. */
export { notePortals } from '../runtime/demo/portals.ts';
