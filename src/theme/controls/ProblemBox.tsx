import type { ReactElement, ReactNode } from 'react';
import type { PlaygroundProblem } from '../../shared/playground/schema.ts';

export function ProblemBox({ problem: { cause, fixes } }: { problem: PlaygroundProblem }): ReactElement {
  const withCode = (text: string): ReactNode[] =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
    text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
  return (
    <div className="crash-box" lang="en">
      <strong>{withCode(cause)}</strong>
      {fixes.map((fix) => (
        <div key={fix}>{withCode(fix)}</div>
      ))}
    </div>
  );
}
