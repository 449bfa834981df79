import { describe, expect, it } from 'vitest';
import { createSharedFindings } from '../../../../src/node/tools/check/shared-findings.ts';
import type { DemoReport, Finding, FindingPlace } from '../../../../src/node/tools/check/types.ts';

const finding = (message: string, place: FindingPlace = 'page'): Finding => ({ rule: 'console-error', place, message });
const report = (id: string, ...findings: Finding[]): DemoReport => {
  return { id, file: `${id}.tsx`, route: '/', ran: ['page'], findings, accepted: [] };
};
const ids = (reports: DemoReport[]): string[] => reports.map(({ id, findings }) => `${id} ${findings.length}`);

describe('shared findings of all demos', () => {
  it('are reported once with the number of demos, wherever they were found', () => {
    const sharing = createSharedFindings();
    expect(sharing.add(report('a', finding('favicon'), finding('own')))).toEqual([]);
    expect(sharing.add(report('b', finding('favicon', 'alone')))).toEqual([]);
    expect(sharing.add(report('c', finding('favicon', 'export')))).toEqual([]);
    const { demos, shared } = sharing.end();
    expect(ids(demos)).toEqual(['a 1', 'b 0', 'c 0']);
    expect(demos.map(({ shared }) => shared)).toEqual(Array(3).fill(['console-error']));
    expect(shared).toEqual([{ subject: 'all 3 demos', demos: 3, findings: [finding('favicon')], accepted: [] }]);
  });

  it('are ruled out once one demo lacks the finding, and the reports are released', () => {
    const sharing = createSharedFindings();
    expect(sharing.add(report('a', finding('favicon')))).toEqual([]);
    expect(ids(sharing.add(report('b')))).toEqual(['a 1', 'b 0']);
    expect(ids(sharing.add(report('c', finding('favicon'))))).toEqual(['c 1']);
    expect(sharing.end()).toEqual({ demos: [], shared: [] });
  });

  it('do not include what was not run', () => {
    const sharing = createSharedFindings();
    const late: Finding = { rule: 'not-started', place: 'steps', message: 'The demo did not start within 5 s' };
    sharing.add(report('a', late, finding('favicon')));
    sharing.add(report('b', late, finding('favicon')));
    const { demos, shared } = sharing.end();
    expect(demos.map(({ findings }) => findings)).toEqual([[late], [late]]);
    expect(shared).toMatchObject([{ findings: [finding('favicon')] }]);
  });

  it('do not depend on demos that were not run', () => {
    const sharing = createSharedFindings();
    sharing.add(report('a', finding('favicon')));
    expect(sharing.add({ ...report('b'), ran: [] })).toEqual([]);
    sharing.add(report('c', finding('favicon')));
    const { demos, shared } = sharing.end();
    expect(demos.map(({ shared }) => shared)).toEqual([['console-error'], undefined, ['console-error']]);
    expect(shared).toMatchObject([{ subject: 'all 2 demos' }]);
  });

  it('do not exist for a single demo', () => {
    const sharing = createSharedFindings();
    expect(sharing.add(report('a', finding('favicon')))).toEqual([]);
    expect(sharing.end()).toEqual({ demos: [report('a', finding('favicon'))], shared: [] });
  });
});
