/** Attributes of a new element. False and undefined attributes are omitted, and the value of true attributes is empty. */
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
