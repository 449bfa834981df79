import { describe, expect, it } from 'vitest';
import { createLiveStatics } from '../../../src/runtime/statics.ts';

/** The members of an element that the registry uses. */
function element(name: string, ...nodes: string[]) {
  const self = {
    childNodes: nodes,
    getAttribute: () => name,
    replaceChildren(...children: string[]) {
      self.childNodes = children;
    },
  };
  return self;
}
const scope = (...elements: unknown[]) => ({ querySelectorAll: () => elements }) as unknown as ParentNode;
const as = (value: unknown) => value as Element;

describe('createLiveStatics', () => {
  it('does not change the element that already contains the nodes', () => {
    const statics = createLiveStatics();
    const holder = element('article', 'text');
    statics.collect(scope(holder));
    statics.attach('article', as(holder));
    expect(holder.childNodes).toEqual(['text']);
  });

  it('moves the current nodes to a new element, and from there to the next', () => {
    const statics = createLiveStatics();
    const holder = element('article', 'text');
    statics.collect(scope(holder));
    holder.childNodes = ['text', 'popup'];
    const [second, third] = [element('article'), element('article')];
    statics.attach('article', as(second));
    expect(second.childNodes).toEqual(['text', 'popup']);
    statics.attach('article', as(third));
    expect(third.childNodes).toEqual(['text', 'popup']);
  });

  it('is empty after navigation', () => {
    const statics = createLiveStatics();
    statics.collect(scope(element('toc', 'old')));
    statics.clear();
    const fresh = element('toc');
    statics.attach('toc', as(fresh));
    expect(fresh.childNodes).toEqual([]);
  });
});
