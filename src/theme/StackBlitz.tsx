import type { ReactElement, ReactNode } from 'react';
import type { MessageId } from '../runtime/index.ts';
import { type StackBlitzCallbacks, useStackBlitz } from '../runtime/stackblitz/index.ts';
import { RICH_ATTRIBUTE } from '../shared/dom-contract.ts';
import { useStaticText } from './use-static-text.ts';

export interface StackBlitzProps extends StackBlitzCallbacks {
  /** Content below the project. */
  children?: ReactNode;
  /** Options of the editor and the frame, by name. */
  [attribute: string]: unknown;
}

/** A link, or with `embed` a button that shows the project here. Nothing is loaded from StackBlitz before. */
export function StackBlitz(props: StackBlitzProps): ReactElement {
  const { ref, place, button, href, options } = useStackBlitz(props);
  const { label, embed, project, editor } = options;
  const text = useStaticText();
  const labelOr = (id: MessageId): { children?: ReactNode } => (label === undefined ? text(id) : { children: label });
  return (
    <>
      <div ref={ref} className="stackblitz" {...{ [RICH_ATTRIBUTE]: '' }} {...place}>
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
