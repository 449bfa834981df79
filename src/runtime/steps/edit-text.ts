const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color', 'range', 'hidden'];

export function isTextField(element: Element): boolean {
  if ((element as HTMLElement).isContentEditable) return true;
  if (!element.matches('input, textarea')) return false;
  const { type, readOnly, disabled } = element as HTMLInputElement;
  return !readOnly && !disabled && !NO_TEXT.includes(type);
}

export function insertText(
  field: HTMLElement,
  text: string,
  inputType: string = text === '\n' ? 'insertLineBreak' : 'insertText',
): void {
  edit(field, { inputType, data: text }, (value, start, end) => ({
    value: value.slice(0, start) + text + value.slice(end),
    caret: start + text.length,
  }));
}

/** Deletes the selection, or else the character next to the caret. */
export function deleteText(field: HTMLElement, key: 'Backspace' | 'Delete'): void {
  const inputType = key === 'Backspace' ? 'deleteContentBackward' : 'deleteContentForward';
  edit(field, { inputType, data: null }, (value, start, end) => {
    const from = start === end && key === 'Backspace' ? Math.max(start - 1, 0) : start;
    const to = start === end && key === 'Delete' ? end + 1 : end;
    return { value: value.slice(0, from) + value.slice(to), caret: from };
  });
}

function dispatchChange({ target }: Event): void {
  target?.dispatchEvent(new Event('change', { bubbles: true }));
}

function edit(
  field: HTMLElement,
  init: { inputType: string; data: string | null },
  change: (value: string, start: number, end: number) => { value: string; caret: number },
): void {
  const view = field.ownerDocument.defaultView as Window & typeof globalThis;
  const options = { bubbles: true, composed: true, ...init };
  if (!field.dispatchEvent(new view.InputEvent('beforeinput', { ...options, cancelable: true }))) return;
  if (field.isContentEditable) {
    // Only this command edits as the keyboard does; it dispatches the event itself.
    const command =
      init.data === null ? (init.inputType.endsWith('Forward') ? 'forwardDelete' : 'delete') : 'insertText';
    field.ownerDocument.execCommand(command, false, init.data ?? undefined);
    return;
  }
  const input = field as HTMLInputElement;
  const end = input.value.length;
  // Number and email fields expose no selection. Delete has no effect at their end, so all text counts as selected.
  const start = init.inputType.endsWith('Forward') ? 0 : end;
  const next = change(input.value, input.selectionStart ?? start, input.selectionEnd ?? end);
  if (input.maxLength >= 0 && next.value.length > input.maxLength && next.value.length > end) return;
  // Once, however often the field is edited.
  field.addEventListener('blur', dispatchChange, { once: true });
  // A framework may have replaced the property of this element to detect assignments.
  const prototype = field.matches('textarea') ? view.HTMLTextAreaElement.prototype : view.HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, next.value);
  if (typeof input.selectionStart === 'number') input.setSelectionRange(next.caret, next.caret);
  field.dispatchEvent(new view.InputEvent('input', options));
}
