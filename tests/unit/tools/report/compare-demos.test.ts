import { expect, it } from 'vitest';
import { compareContractsOf } from '../../../../src/node/tools/report/compare-demos.ts';
import type { DemoContract, StateContract } from '../../../../src/node/tools/report/record-contract.ts';
import { openTwice } from '../../../../src/node/tools/report/record-twice.ts';

const EMPTY: StateContract = {
  ...{ roles: [], elements: [], attributes: [], focus: [], reads: [], defines: [] },
  ...{ console: [], accessibility: [], steps: [] },
};
const LATE = 'The demo does not start, or hangs';
const opened: DemoContract = new Map([['', { ...EMPTY, roles: ['button'] }]]);
const late: DemoContract = new Map([['', { ...EMPTY, steps: [LATE] }]]);
const lost: DemoContract = new Map([['', { ...EMPTY, steps: ['The page is lost: it crashed'] }]]);

it.each([
  ['in neither state', late, lost, ['added The page is lost: it crashed', `removed ${LATE}`]],
  ['only before', late, opened, [`removed ${LATE}`]],
  ['only now', opened, late, [`added ${LATE}`]],
])('names demos that cannot be opened, and compares nothing else of them: %s', async (_, before, after, expected) => {
  const ids = ['demo', 'other'];
  const visits = (contract: DemoContract) =>
    openTwice(ids, async (wanted) => new Map(wanted.map((id) => [id, id === 'other' ? opened : contract])));
  const { changes, failures } = await compareContractsOf(ids, { old: visits(before), now: visits(after) });
  const found = changes.map(({ section, change, text }) => (section === 'steps' ? `${change} ${text}` : section));
  expect(found.sort()).toEqual(expected);
  const reason = after === opened ? LATE : after.get('')?.steps[0];
  expect(failures).toEqual([{ demo: 'demo', text: `The contract of demo: ${reason}` }]);
});
