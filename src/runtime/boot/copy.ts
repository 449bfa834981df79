import { COPY_ATTRIBUTE, HEADING_ANCHOR_CLASS, STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { announce, announcer } from '../announce.ts';

/** How long a button confirms that it copied, in milliseconds. */
const CONFIRMATION_TIME = 2000;
const ANCHOR = `.${HEADING_ANCHOR_CLASS}`;
const CODE = `pre:not([hidden] *, [role="alert"] *, [${STATIC_ATTRIBUTE}^="demo:"] *)`;
const SHELL = /\blanguage-(bash|sh|shell|shellscript|zsh|console|shellsession)\b/;

/**
 * Makes every `[data-copy]` button copy the text in the attribute, or the code of its block. The anchor of a heading
 * copies its URL. Other buttons copy the text of a `cascader-docs:copy` event.
 */
export function startCopy(): void {
  document.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(`[${COPY_ATTRIBUTE}], ${ANCHOR}`) : null;
    if (!button) return;
    if (!button.matches(ANCHOR)) void copyText(button.dataset.copy || codeOf(button), button);
    // With a modifier key, the link opens elsewhere. If copying is refused, the URL is still in the address bar.
    else if (!ctrlKey && !metaKey && !shiftKey) void copyText((button as HTMLAnchorElement).href, button, () => {});
  });
  document.addEventListener('cascader-docs:copy', ({ target, detail }: CustomEventInit<string> & Event) => {
    if (target instanceof HTMLElement) void copyText(detail ?? '', target);
  });
}

async function copyText(text: string, button: HTMLElement, onRefusal = offerText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Copying was refused, or is not available without a secure connection.
    onRefusal(text);
    return;
  }
  announce(announcer()?.dataset.copied ?? '');
  button.dataset.copied = '';
  setTimeout(() => {
    delete button.dataset.copied;
    announce('');
  }, CONFIRMATION_TIME);
}

/** Prompts after the click, because the dialog would block the click's other listeners. */
function offerText(text: string): void {
  setTimeout(() => prompt(promptMessage(), text));
}

/** Returns the code next to a button, or the open file of its demo, without the prompts of a shell session. */
function codeOf(button: HTMLElement): string {
  let element: Element | null = button;
  while (element && !element.querySelector(CODE)) element = element.parentElement;
  const pre = element?.querySelector(CODE);
  const code = pre?.querySelector('code');
  const text = pre?.textContent ?? '';
  return SHELL.test(`${pre?.className} ${code?.className}`) ? text.replace(/^(\$|>) /gm, '') : text;
}

function promptMessage(): string {
  const key = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘+C' : 'Ctrl+C';
  return (announcer()?.dataset.copyPrompt ?? '{key}').replace('{key}', key);
}
