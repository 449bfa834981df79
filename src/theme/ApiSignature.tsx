import type { ReactElement } from 'react';
import { CODE_BLOCK_CLASS, CODE_LANGUAGE_ATTRIBUTE } from '../shared/dom-contract.ts';
import { Html } from './ApiTags.tsx';
import { useStaticText } from './use-static-text.ts';

export function ApiSignature({ name, html }: { name: string; html: string }): ReactElement {
  return (
    <div className={`${CODE_BLOCK_CLASS} api-signature`} {...{ [CODE_LANGUAGE_ATTRIBUTE]: 'ts' }}>
      {/* biome-ignore lint/a11y: the element scrolls, so it must be focusable, and it has a name */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML highlighted at build time */}
        <code dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}

export function ApiReturns({ html }: { html: string }): ReactElement {
  const text = useStaticText();
  return (
    <div className="api-returns">
      <span {...text('api.returns')} /> <Html html={html} />
    </div>
  );
}
