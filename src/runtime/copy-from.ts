/**
 * Copies the text at a URL. Boot writes it to the clipboard, confirms it on the button, and shows a prompt if the
 * browser refuses.
 */
export async function copyFrom(href: string, button: HTMLElement): Promise<void> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} cannot be loaded: ${answer.status}`);
  copyText(await answer.text(), button);
}

export function copyText(detail: string, button: HTMLElement): void {
  button.dispatchEvent(new CustomEvent('cascader-docs:copy', { detail, bubbles: true }));
}
