import fs from 'node:fs';
import path from 'node:path';

const KINDS = [
  'simple', // A popup.
  'search', // Typing.
  'multiple', // Checkboxes.
  'hover', // Opened by hovering.
  'panel', // No popup.
  'surroundings', // A frame.
  'animation', // Animations.
  'rc-form', // A form, from another package.
  'debug', // Everything at once.
];

/** Demos of this site with a page of their own. */
const all = fs
  .readdirSync(path.resolve(import.meta.dirname, '../../docs/demo'))
  .flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));

/** One demo of this site of each kind, for slow tests. `DEMOS=all` selects all demos. */
export const DEMO_KINDS = process.env.DEMOS === 'all' ? all : KINDS;
