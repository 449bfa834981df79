import { describe, expect, it } from 'vitest';
import { createLiveStatics } from '../../../src/runtime/statics.ts';

/** As much of an element as the registry needs. */
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
  it('leaves the element that holds a piece alone', () => {
    const statics = createLiveStatics();
    const holder = element('article', 'text');
    statics.collect(scope(holder));
    statics.attach('article', as(holder));
    expect(holder.childNodes).toEqual(['text']);
  });

  it('moves the nodes, as they are by then, to an element made anew, and on from there', () => {
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

  it('has nothing of a page that was left', () => {
    const statics = createLiveStatics();
    statics.collect(scope(element('toc', 'old')));
    statics.clear();
    const fresh = element('toc');
    statics.attach('toc', as(fresh));
    expect(fresh.childNodes).toEqual([]);
  });
});
