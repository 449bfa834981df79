import type { ReactElement, ReactNode } from 'react';
import { type DemoActions, type MessageId, NEEDS_RUNTIME, useMessage, useShellLang } from '../runtime/index.ts';
import { MESSAGE_LABEL_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { DemoData } from '../shared/page-data.ts';
import { useTheme } from './contract.ts';
import { CodeSandboxIcon, OpenIcon, StackBlitzIcon } from './icons.tsx';

export interface DemoToolbarProps {
  demo: DemoData;
  actions: DemoActions;
}

/** Renders the actions of a demo that open it elsewhere. */
export function DemoToolbar({ demo, actions }: DemoToolbarProps): ReactElement {
  const { DemoActions: Extra, modifyCodeSandboxData, modifyStackBlitzData } = useTheme();
  const { source, url, sandbox, disabledActions = [] } = demo;
  const exports = source !== undefined;
  return (
    <div className="demo-actions">
      {exports && !disabledActions.includes('CSB') && (
        <Action
          label="demo.codeSandbox"
          href={sandbox}
          onClick={() => actions.exportTo('codeSandbox', modifyCodeSandboxData)}
        >
          <CodeSandboxIcon />
        </Action>
      )}
      {exports && !disabledActions.includes('STACKBLITZ') && (
        <Action label="demo.stackBlitz" onClick={() => actions.exportTo('stackBlitz', modifyStackBlitzData)}>
          <StackBlitzIcon />
        </Action>
      )}
      {!disabledActions.includes('EXTERNAL') && (
        <Action label="demo.external" href={url}>
          <OpenIcon />
        </Action>
      )}
      <Extra demo={demo} />
    </div>
  );
}

/** Renders a button, or a link if `href` is set. */
function Action({
  label,
  href,
  onClick,
  children,
}: {
  label: MessageId;
  href?: string;
  onClick?: () => void;
  children: ReactNode;
}): ReactElement {
  const text = useMessage()(label);
  const common = {
    className: 'icon-button',
    lang: useShellLang(),
    'aria-label': text,
    title: text,
    [MESSAGE_LABEL_ATTRIBUTE]: label,
    suppressHydrationWarning: true,
  };
  return href === undefined ? (
    <button type="button" {...common} {...{ [NEEDS_RUNTIME]: '' }} onClick={onClick}>
      {children}
    </button>
  ) : (
    <a {...common} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
