import { expect, it } from 'vitest';
import { withoutCounters } from '../../../../src/node/render/demos/compare-demos.ts';

const styled = (id: string, name: string, group: number, color = 'red'): string =>
  `<b class="${id} ${name}">sc</b><style data-styled="true">.${name}{color:${color};}/*!sc*/data-styled.g${group}[id="${id}"]{content:"${name},"}/*!sc*/</style>`;

it('demos are equal whatever number of styled components was created before', () => {
  expect(withoutCounters(styled('sc-aXZVg', 'hNXQKl', 1))).toBe(withoutCounters(styled('sc-gEvEer', 'bSuYtH', 7)));
});

it('demos with other rules, and other classes, are different', () => {
  const one = withoutCounters(styled('sc-aXZVg', 'hNXQKl', 1));
  expect(withoutCounters(styled('sc-aXZVg', 'hNXQKl', 1, 'blue'))).not.toBe(one);
  expect(withoutCounters('<b class="light"></b>')).not.toBe(withoutCounters('<b class="dark"></b>'));
});
