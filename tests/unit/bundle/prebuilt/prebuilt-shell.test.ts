import { expect, it } from 'vitest';
import { fileOfReact } from '../../../../src/node/bundle/prebuilt/prebuilt.ts';

it.each([
  ['/p/node_modules/react-dom/cjs/react-dom.production.js', { name: 'react-dom', file: 'cjs/react-dom.production.js' }],
  ['C:\\p\\node_modules\\react\\index.js', { name: 'react', file: 'index.js' }],
  // A copy below react-dom is the same package as one beside it, where most projects have it.
  ['/p/node_modules/react-dom/node_modules/scheduler/index.js', { name: 'scheduler', file: 'index.js' }],
  ['/p/node_modules/scheduler/index.js', { name: 'scheduler', file: 'index.js' }],
  ['/p/node_modules/react-router/dist/index.mjs', undefined],
])('%s', (filePath, found) => {
  expect(fileOfReact(filePath)).toEqual(found);
});
