import { announce, announcer } from '../announce.ts';

/** How long a button says that it copied, in milliseconds. */
const CONFIRMATION_TIME = 2000;
const SHELL = /\blanguage-(bash|sh|shell|shellscript|zsh|console|shellsession)\b/;

/** Makes every `[data-copy]` button copy: the text in the attribute, or the code of the block that it stands in. */
export function startCopy(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const text = button.dataset.copy || codeOf(button);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused, or not there without a secure connection: the visitor copies by hand.
    // After the click, which the dialog would hold up.
    setTimeout(() => prompt(promptMessage(), text));
    return;
  }
  announce(announcer()?.dataset.copied ?? '');
  button.dataset.copied = '';
  setTimeout(() => {
    delete button.dataset.copied;
    announce('');
  }, CONFIRMATION_TIME);
}

/** Text of the code beside a button; the prompts of a shell session are no part of it. */
function codeOf(button: HTMLElement): string {
  const pre = button.closest('.code-block')?.querySelector('pre');
  const code = pre?.querySelector('code');
  const text = pre?.textContent ?? '';
  return SHELL.test(`${pre?.className} ${code?.className}`) ? text.replace(/^(\$|>) /gm, '') : text;
}

function promptMessage(): string {
  const key = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘+C' : 'Ctrl+C';
  return (announcer()?.dataset.copyPrompt ?? '{key}').replace('{key}', key);
}
