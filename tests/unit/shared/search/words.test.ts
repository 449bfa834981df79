import { describe, expect, it } from 'vitest';
import { findKeyword, keywordsOf, topicKeywords } from '../../../../src/shared/search/keywords.ts';
import { createTermReader, fold, wordsOf } from '../../../../src/shared/search/words.ts';

const termsOf = (text: string): string[] => {
  const terms: string[] = [];
  createTermReader((term) => term)(text, (term) => terms.push(term));
  return terms;
};

describe('terms of a text', () => {
  it.each([
    ['plain words, in lower case', 'Expand the Menu!', ['expand', 'the', 'menu']],
    ['the suffixes of a camelCase word', 'onPopupVisible', ['onpopupvisible', 'popupvisible', 'visible']],
    ['an acronym with the next word, and the next word', 'HTMLElement', ['htmlelement', 'element']],
    ['numbers and versions', 'v0.17.0', ['v0', '17', '0']],
    ['words without diacritics', 'Café Ångström', ['cafe', 'angstrom']],
    ['full-width letters in their plain form', 'ＡＢＣ', ['abc']],
    ['Chinese characters and their pairs', '级联选', ['级', '联', '级联', '选', '联选']],
    ['Latin words between Chinese characters', '用React写', ['用', 'react', '写']],
    ['emoji', 'ok 🎉', ['ok', '🎉']],
    ['empty for punctuation', '=> -- …', []],
  ])('are %s', (_, text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('are the same for an ASCII text and for one with other characters', () => {
    const text = 'expandTrigger of <Cascader options={options}> 42';
    expect(termsOf(`${text} é`).slice(0, -1)).toEqual(termsOf(text));
  });

  it('are shortened if a word is data', () => {
    expect(termsOf('a'.repeat(1000))).toEqual(['a'.repeat(64)]);
  });
});

describe('wordsOf', () => {
  it('returns the position of each word', () => {
    const text = 'Die Straße — fooBar';
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Die', 'Straße', 'fooBar']);
    expect(wordsOf(text)[2]?.parts).toEqual([16]);
  });
});

describe('keywordsOf', () => {
  it('splits at white space, and removes items without letters', () => {
    expect(keywordsOf('  Foo\tbar  foo — ').map(({ text }) => text)).toEqual(['Foo', 'bar', 'foo']);
    expect(topicKeywords(keywordsOf('Foo bar foo')).map(({ text }) => text)).toEqual(['foo', 'bar']);
  });
});

describe('findKeyword', () => {
  const find = (text: string, query: string): string[] => {
    const [keyword] = keywordsOf(query);
    if (!keyword) throw new Error('No keyword');
    return findKeyword({ text, words: wordsOf(text) }, keyword).map(([start, end]) => text.slice(start, end));
  };

  it.each([
    ['the beginning of a word, in any case', 'Rendering and re-render', 'REND', ['Rend', 'rend']],
    ['a part of a camelCase word, and the beginning of the next', 'onPopupVisibleChange', 'popupVis', ['PopupVis']],
    ['no middle of a word', 'prerender', 'render', []],
    ['words with a hyphen, in order', 'rc-form and form rc', 'rc-form', ['rc-form']],
    ['the last of several words by its prefix', 'change-on-select', 'on-sel', ['on-sel']],
    ['the first of several words only completely', 'changed-on-select', 'change-on', []],
    ['adjacent Chinese characters', '级联选择，选级择联', '选择', ['选择']],
    ['letters without their diacritics', 'Un café crème', 'creme', ['crème']],
    ['letters that fold to several', 'der ﬁne Unterschied', 'fine', ['ﬁne']],
    ['the mark that belongs to the last letter', 'cafe\u0301s', 'cafe', ['cafe\u0301']],
  ])('finds %s', (_, text, query, found) => {
    expect(find(text, query)).toEqual(found);
  });
});

describe('fold', () => {
  it('keeps characters without another form', () => expect(fold('级联 🎉')).toBe('级联 🎉'));
});
