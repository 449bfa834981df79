import type { StepFailure } from '../../../../shared/steps.ts';
import type { BuiltSteps } from '../../../demos/steps/read-steps.ts';
import type { PicturedFinding as Finding } from '../types.ts';
import { locateFailure } from './locate-failure.ts';

export interface FailedStep {
  steps: BuiltSteps;
  index: number;
  failure: StepFailure;
  root: string;
  picture?: Uint8Array | undefined;
  rule?: Finding['rule'];
  message?: string;
}

export function stepFinding({ steps, index, failure, root, picture, rule = 'step', message }: FailedStep): Finding {
  const { expected, actual, html } = failure;
  const name = steps.list[index]?.name ?? '';
  const rest = steps.list.length - index - 1;
  const details = [
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(html === undefined ? [] : [html]),
    ...(rest > 0 && rule === 'step'
      ? [`${rest === 1 ? 'The next step was' : `The next ${rest} steps were`} not run`]
      : []),
  ];
  const location = locateFailure(failure.stack, steps, root);
  return {
    rule,
    place: 'steps',
    message: message ?? `Step ${index + 1} \`${name}\`: ${failure.message}`,
    ...(details.length > 0 && { details: details.join('\n') }),
    ...(location && { location }),
    ...(picture && { picture }),
  };
}
