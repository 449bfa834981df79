/** Attributes of a new element. Those that are false or undefined are omitted, and true ones are empty. */
export type Attributes = Record<string, string | number | boolean | undefined>;

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  element.append(...children);
  return element;
}

export function createButton(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const button = createElement('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', act);
  return button;
}
