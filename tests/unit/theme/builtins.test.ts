import { expect, it } from 'vitest';
import { OWN_COMPONENTS } from '../../../src/node/markdown/own-tags.ts';
import { builtins } from '../../../src/theme/builtins.tsx';

it('has the components that the compiler knows, and the one that the compiler adds', () => {
  expect(Object.keys(builtins).sort()).toEqual([...OWN_COMPONENTS, 'DemoGrid'].sort());
});
