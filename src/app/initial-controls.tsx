/** The controls of a playground in the HTML of its page, with the size that they have when they are loaded. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cardPrefix } from '../runtime/demo/attributes.ts';
import { useShellLang } from '../runtime/language.ts';
import type { PlaygroundView } from '../runtime/playground-types.ts';
import { useMessage } from '../runtime/use-message.ts';
import type { Playground } from '../shared/playground/schema.ts';
import { Controls } from '../theme/Controls.tsx';

export function renderControls(controls: ReactElement, id: string): string {
  return `<div inert>${renderToStaticMarkup(controls, { identifierPrefix: cardPrefix(`controls-${id}`) })}</div>`;
}

export function InitialControls({ playground }: { playground: Playground }): ReactElement {
  const nothing = (): void => undefined;
  const view: PlaygroundView = {
    playground,
    memory: { state: playground.initial, removed: {} },
    calls: [],
    ignored: [],
    search: '',
    set: nothing,
    reset: nothing,
    clearCalls: nothing,
    copyLink: nothing,
  };
  return <Controls view={view} message={useMessage()} lang={useShellLang()} />;
}
