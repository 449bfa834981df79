import type { CheckResult } from '../check-record.ts';
import { renderGithub } from './render-github.ts';
import { renderJunit } from './render-junit.ts';

/** Formats of the result of a check, for CI. */
export const REPORTERS = ['junit', 'json', 'github'] as const;

/** Name of a format. */
export type Reporter = (typeof REPORTERS)[number];

/** Renders the result of a check for CI: JUnit XML, JSON, or commands of GitHub Actions. */
export function renderCheck(result: CheckResult, reporter: Reporter): string {
  if (reporter === 'junit') return renderJunit(result);
  if (reporter === 'github') return renderGithub(result);
  const { only, demos, others, findings, accepted, report } = result;
  const plain = demos.map(({ steps, ...demo }) => ({
    ...demo,
    ...(steps && { steps: steps.map(({ name, isRun, finding }) => ({ name, isRun, passed: isRun && !finding })) }),
  }));
  return `${JSON.stringify({ findings, accepted, only, report, demos: plain, others }, undefined, 2)}\n`;
}
