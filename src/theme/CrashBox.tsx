import type { ReactElement } from 'react';
import { describeError, useMessage, useShellLang, useStack } from '../runtime/index.ts';

export function CrashBox({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const message = useMessage();
  const { message: reason } = describeError(error);
  const stack = useStack(error);
  return (
    <div className="crash-box" role="alert" lang={useShellLang()}>
      <strong>{reason || message('demo.crashed')}</strong>
      {stack && (
        <details>
          <summary>{message('demo.errorStack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable */}
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
      <button type="button" className="button" onClick={onRetry}>
        {message('demo.retry')}
      </button>
    </div>
  );
}
