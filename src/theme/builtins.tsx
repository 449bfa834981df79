/** Components that pages use by name. In `.md` pages they are static: rendered at build time, without state or effects. */

import { Children, type ReactElement, type ReactNode } from 'react';
import { type LinkProps, type MessageId, Link as SiteLink } from '../runtime/index.ts';
import { stackBlitzView } from '../runtime/stackblitz/index.ts';
import type { ApiTable as ApiTableData } from '../shared/api-table.ts';
import { CONTAINERS } from '../shared/containers.ts';
import {
  CODE_GROUP_ATTRIBUTE,
  CODE_TABS_ATTRIBUTE,
  RICH_ATTRIBUTE,
  TAB_CLASS,
  TAB_LIST_CLASS,
  TABLE_CLASS,
  TITLE_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import { TABS_SCRIPT } from '../shared/head-script.ts';
import { type Builtin, useTheme } from './contract.ts';
import { useStaticText } from './use-static-text.ts';

const RICH = { [RICH_ATTRIBUTE]: '' };

function isContainer(type: string): type is keyof typeof CONTAINERS {
  return Object.hasOwn(CONTAINERS, type);
}

/** Renders a short label. `since` is the version that introduced a feature. */
function Badge({
  type = 'info',
  since,
  children,
}: {
  type?: string;
  since?: string;
  children?: ReactNode;
}): ReactElement {
  const text = useStaticText();
  return (
    <span className={`badge badge-${isContainer(type) ? CONTAINERS[type] : 'info'}`}>
      {since && (
        <>
          <span {...text('badge.since')} /> {since}
        </>
      )}
      {children}
    </span>
  );
}

function Container({
  type = 'info',
  title,
  children,
}: {
  type?: string;
  title?: string;
  children?: ReactNode;
}): ReactElement {
  const text = useStaticText();
  if (type === 'details') {
    return (
      <details className="container container-details">
        {title ? <summary>{title}</summary> : <summary {...text('container.details')} />}
        {children}
      </details>
    );
  }
  const kind = isContainer(type) ? CONTAINERS[type] : 'info';
  return (
    <div className={`container container-${kind}`} role="note">
      {title ? (
        <p className="container-title">{title}</p>
      ) : (
        <p className="container-title" {...text(`container.${kind}`)} />
      )}
      {children}
    </div>
  );
}

interface PanelGroupProps {
  className: string;
  titles: string[];
  children: ReactNode;
  /** Renders the title above its panel where there are no tabs. */
  heading?: (title: string) => ReactNode;
}

/**
 * Until boot creates the tabs, placeholders show the panel that was last chosen; the script runs before the group is
 * painted.
 */
function PanelGroup({ className, titles, children, heading }: PanelGroupProps): ReactElement {
  const panels = Children.toArray(children).map((panel, index) => ({
    panel,
    title: titles[index] ?? String(index + 1),
  }));
  return (
    <div className={className} {...{ [CODE_GROUP_ATTRIBUTE]: '', [RICH_ATTRIBUTE]: '' }} suppressHydrationWarning>
      {panels.length > 1 && (
        <div className={TAB_LIST_CLASS} {...{ [CODE_TABS_ATTRIBUTE]: '' }} suppressHydrationWarning>
          {panels.map(({ title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            <button key={index} type="button" className={TAB_CLASS} tabIndex={-1} suppressHydrationWarning>
              {title}
            </button>
          ))}
        </div>
      )}
      {panels.map(({ panel, title }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <div key={index} className={`${className}-panel`} {...{ [TITLE_ATTRIBUTE]: title }} suppressHydrationWarning>
          {heading?.(title)}
          {panel}
        </div>
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is a constant */}
      {panels.length > 1 && <script dangerouslySetInnerHTML={{ __html: TABS_SCRIPT }} />}
    </div>
  );
}

export function CodeGroup({ titles = [], children }: { titles?: string[]; children?: ReactNode }): ReactElement {
  return (
    <PanelGroup className="code-group" titles={titles}>
      {children}
    </PanelGroup>
  );
}

/** The compiler passes the titles. */
function Tabs({ titles = [], children }: { titles?: string[]; children?: ReactNode }): ReactElement {
  return (
    <PanelGroup className="tabs" titles={titles} heading={(title) => <p className="tabs-title">{title}</p>}>
      {children}
    </PanelGroup>
  );
}

/** Renders a sequence of steps: the items of a numbered list, or headings. */
function Steps({ children }: { children?: ReactNode }): ReactElement {
  return (
    <div className="steps" {...RICH}>
      {children}
    </div>
  );
}

function Cards({ children }: { children?: ReactNode }): ReactElement {
  return (
    <div className="cards" {...RICH}>
      {children}
    </div>
  );
}

/** The compiler converts the card's title and link to content. */
function Card({ children }: { children?: ReactNode }): ReactElement {
  return <div className="card">{children}</div>;
}

function FileTree({ children }: { children?: ReactNode }): ReactElement {
  return (
    <div className="tree file-tree" {...RICH}>
      {children}
    </div>
  );
}

function Tree({ children }: { children?: ReactNode }): ReactElement {
  return (
    <div className="tree" {...RICH}>
      {children}
    </div>
  );
}

function Link({ to, href, ...rest }: LinkProps & { href?: string }): ReactElement {
  return <SiteLink {...rest} to={to ?? href} />;
}

function Table({ children }: { children?: ReactNode }): ReactElement {
  return <div className={TABLE_CLASS}>{children}</div>;
}

function DemoGrid({ cols = 1, children }: { cols?: number | string; children?: ReactNode }): ReactElement {
  return (
    <div className="demo-grid" style={{ '--cols': Math.max(1, Math.floor(Number(cols)) || 1) } as React.CSSProperties}>
      {children}
    </div>
  );
}

function Passthrough({ children }: { children?: ReactNode }): ReactElement {
  return <>{children}</>;
}

/** The table is created at build time; it is undefined if the id is an expression. */
function Api({ table }: { table?: ApiTableData }): ReactElement {
  const { ApiTable } = useTheme();
  const text = useStaticText();
  if (table) return <ApiTable table={table} />;
  return <p className="api-empty" {...text('api.unavailable')} />;
}

/** Lists are separated by spaces. */
function Changes({
  script,
  data,
  versions = '',
  shown = '',
}: Partial<Record<'script' | 'data' | 'versions' | 'shown', string>>): ReactElement | null {
  const { ApiChanges } = useTheme();
  if (!script || !data) return null;
  const texts = shown.split(' ');
  const list = versions.split(' ').map((version, index) => ({ version, shown: texts[index] ?? version }));
  return <ApiChanges picker={{ script, data, versions: list }} />;
}

export const builtins: Record<string, Builtin> = {
  API: Api,
  ApiChanges: Changes,
  Badge,
  Card,
  Cards,
  CodeGroup,
  Container,
  DemoGrid,
  FileTree,
  Link,
  SourceCode: Passthrough,
  StackBlitz,
  Steps,
  Tab: Passthrough,
  Table,
  Tabs,
  Tree,
};

interface StackBlitzProps {
  /** Content below the project. */
  children?: ReactNode;
  /** Options of the editor and the frame, by name. */
  [attribute: string]: unknown;
}

/** A link, or with `embed` a button that shows the project here. Until it is pressed, nothing is loaded from StackBlitz. */
function StackBlitz(props: StackBlitzProps): ReactElement {
  const { place, button, href, options } = stackBlitzView(props);
  const { label, embed, project, editor } = options;
  const text = useStaticText();
  const labelOr = (id: MessageId): { children?: ReactNode } => (label === undefined ? text(id) : { children: label });
  return (
    <>
      <div className="stackblitz" {...{ [RICH_ATTRIBUTE]: '' }} {...place}>
        {button && (
          <button
            type="button"
            className="button"
            {...button}
            {...labelOr(embed ? 'stackblitz.load' : 'demo.stackBlitz')}
          />
        )}
        {!project && (
          <a
            className={embed ? undefined : 'button'}
            href={href}
            target={editor.newWindow === false ? undefined : '_blank'}
            rel="noreferrer"
            {...(embed ? text : labelOr)('demo.stackBlitz')}
          />
        )}
      </div>
      {props.children}
    </>
  );
}
