import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { printTemplate } from '../../shared/playground/print.ts';
import type { PlaygroundStore } from '../playground-types.ts';

export type HighlightCode = (code: string, language: string) => string;

export function textOf({ view }: PlaygroundStore): string {
  const { playground, memory } = view.get();
  return printTemplate(playground.template, playground.schema, memory.state);
}

/** The text is highlighted once it is visible. */
export function showCode(
  card: HTMLElement,
  id: string,
  { store, loadHighlight }: { store: PlaygroundStore; loadHighlight: () => Promise<HighlightCode> },
): () => void {
  const panel = card.querySelector(`[${STATIC_ATTRIBUTE}="code:${CSS.escape(id)}"]`);
  const code = panel?.querySelector('pre code');
  const details = panel?.closest('details');
  if (!code) return () => undefined;
  const published = { html: code.innerHTML, text: code.textContent };
  let isLeft = false;
  const show = (): void => {
    // The editor shows the text itself.
    if (code.closest('[hidden]')) return;
    const text = textOf(store);
    if (text === published.text) code.innerHTML = published.html;
    else {
      if (code.textContent !== text) code.textContent = text;
      if (details?.open) void color(text);
    }
  };
  const color = async (text: string): Promise<void> => {
    const highlight = await loadHighlight().catch(() => undefined);
    if (!highlight || isLeft || code.textContent !== text) return;
    code.innerHTML = highlight(text, /language-(\w+)/.exec(code.className)?.[1] ?? 'tsx');
  };
  const end = store.view.subscribe(show);
  details?.addEventListener('toggle', show);
  show();
  return () => {
    isLeft = true;
    end();
    details?.removeEventListener('toggle', show);
  };
}
