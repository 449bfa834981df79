import { CODE_GROUP_ATTRIBUTE, CODE_TABS_ATTRIBUTE, TITLE_ATTRIBUTE } from '../../shared/dom-contract.ts';

/** The compiled JavaScript would not change with the file, so what is edited is what is shown and copied. */
export function removeScript(block: Element): () => void {
  const group = block.closest(`[${CODE_GROUP_ATTRIBUTE}]`);
  const list = group?.querySelector(`:scope > [${CODE_TABS_ATTRIBUTE}]`);
  if (!group || !list) return () => undefined;
  const [written, ...compiled] = group.querySelectorAll(`:scope > [${TITLE_ATTRIBUTE}]`);
  const hidden = written?.getAttribute('hidden');
  written?.removeAttribute('hidden');
  for (const element of [list, ...compiled]) element.remove();
  return () => {
    group.prepend(list);
    group.append(...compiled);
    if (typeof hidden === 'string') written?.setAttribute('hidden', hidden);
  };
}
