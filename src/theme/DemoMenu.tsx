import type { ReactElement, ReactNode } from 'react';
import { type DemoActions, type MessageId, NEEDS_RUNTIME } from '../runtime/index.ts';
import { MENU_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { DemoData } from '../shared/page-data.ts';
import { Slot, useTheme } from './contract.ts';
import { CodeSandboxIcon, MoreIcon, OpenIcon, StackBlitzIcon } from './icons.tsx';
import { useStaticLabel, useStaticText } from './use-static-text.ts';

export interface DemoMenuProps {
  demo: DemoData;
  actions: DemoActions;
  /** Query with the state of a playground that was changed; otherwise empty. */
  search?: string;
}

/** A theme's own actions follow the built-in ones; without a menu, they are in the bar. */
export function DemoMenu({ demo, actions, search = '' }: DemoMenuProps): ReactElement {
  const { modifyCodeSandboxData, modifyStackBlitzData } = useTheme();
  const label = useStaticLabel();
  const { source, url, demoUrl, sandbox, disabledActions = [] } = demo;
  const offers = (action: (typeof disabledActions)[number]): boolean =>
    !disabledActions.includes(action) && (action === 'EXTERNAL' || source !== undefined);
  if (!(['CSB', 'STACKBLITZ', 'EXTERNAL'] as const).some(offers)) return <Slot name="DemoActions" demo={demo} />;
  return (
    <details className="menu demo-menu" {...{ [MENU_ATTRIBUTE]: '' }} suppressHydrationWarning>
      <summary className="icon-button" {...label('demo.more')} suppressHydrationWarning>
        <MoreIcon />
      </summary>
      <div className="menu-panel">
        {offers('CSB') && (
          <Item
            text="demo.codeSandbox"
            href={search ? undefined : sandbox}
            onClick={() => actions.exportTo('codeSandbox', modifyCodeSandboxData)}
          >
            <CodeSandboxIcon />
          </Item>
        )}
        {offers('STACKBLITZ') && (
          <Item text="demo.stackBlitz" onClick={() => actions.exportTo('stackBlitz', modifyStackBlitzData)}>
            <StackBlitzIcon />
          </Item>
        )}
        {offers('EXTERNAL') && (
          <Item text="demo.external" href={demoUrl ?? url + search}>
            <OpenIcon />
          </Item>
        )}
        <Slot name="DemoActions" demo={demo} />
      </div>
    </details>
  );
}

/** Renders a button, or a link if `href` is set. */
function Item({
  text,
  href,
  onClick,
  children,
}: {
  text: MessageId;
  href?: string;
  onClick?: () => void;
  children: ReactNode;
}): ReactElement {
  const label = <span {...useStaticText()(text)} suppressHydrationWarning />;
  return href === undefined ? (
    <button type="button" className="menu-item" {...{ [NEEDS_RUNTIME]: '' }} onClick={onClick}>
      {children}
      {label}
    </button>
  ) : (
    <a className="menu-item" href={href} target="_blank" rel="noreferrer">
      {children}
      {label}
    </a>
  );
}
