import { describe, expect, it } from 'vitest';
import { divideText, parseKey } from '../../../../src/node/tools/check/parse-key.ts';

describe('a key', () => {
  it.each<[string, string[], string]>([
    ['Enter', [], 'Enter'],
    ['F12', [], 'F12'],
    ['Shift', [], 'Shift'],
    ['a', [], 'a'],
    ['A', [], 'A'],
    ['?', [], '?'],
    ['+', [], '+'],
    [' ', [], ' '],
    ['Space', [], ' '],
    ['Shift+Tab', ['Shift'], 'Tab'],
    ['Shift+a', ['Shift'], 'A'],
    ['Shift+A', ['Shift'], 'A'],
    ['Shift+1', ['Shift'], '!'],
    ['Shift+/', ['Shift'], '?'],
    ['Shift+Space', ['Shift'], ' '],
    ['Control+A', ['Control'], 'a'],
    ['Control+a', ['Control'], 'a'],
    ['Control++', ['Control'], '+'],
    ['Control+Shift+z', ['Shift', 'Control'], 'Z'],
    ['Control+Control+z', ['Control'], 'z'],
    ['Alt+Meta+ArrowDown', ['Alt', 'Meta'], 'ArrowDown'],
    ['ControlOrMeta+A', ['Control'], 'a'],
    ['ControlOrMeta', [], 'Control'],
  ])('%j is parsed', (text, modifiers, key) => {
    expect(parseKey(text, 'linux')).toEqual({ modifiers, key });
  });

  it('is the Command key for ControlOrMeta on macOS', () => {
    expect(parseKey('ControlOrMeta+A', 'darwin')).toEqual({ modifiers: ['Meta'], key: 'a' });
  });

  it.each([
    ['Esc', 'Unknown key `Esc`. Did you mean `Escape`?'],
    ['enter', 'Unknown key `enter`. Did you mean `Enter`?'],
    ['Shift+ArowDown', 'Unknown key `ArowDown` in `Shift+ArowDown`. Did you mean `ArrowDown`?'],
    ['Up', 'Unknown key `Up`. Did you mean `ArrowUp`?'],
    ['Ctrl+A', 'Unknown modifier `Ctrl` in `Ctrl+A`. Did you mean `Control`?'],
    ['shift+Tab', 'Unknown modifier `shift` in `shift+Tab`. Did you mean `Shift`?'],
    ['a+b', 'Unknown modifier `a` in `a+b`. Modifiers: Shift, Control, Alt, Meta, ControlOrMeta.'],
    ['Shift+', 'The key after the modifiers is missing in `Shift+`.'],
    ['', 'The key is empty.'],
    ['é', 'No key of a US keyboard is `é`. Type it as text instead.'],
    ['Control+é', 'No key of a US keyboard is `é` in `Control+é`. Type it as text instead.'],
  ])('%j is rejected', (text, message) => {
    expect(() => parseKey(text, 'linux')).toThrow(message);
  });

  it('that resembles none is rejected with all names', () => {
    expect(() => parseKey('something')).toThrow(
      /^Unknown key `something`\. Named keys: Enter, Tab, .*, Meta, Space\.$/,
    );
  });
});

describe('a text to type', () => {
  it('consists of keys and other characters', () => {
    expect(divideText('aB\r\né😀 \t')).toEqual([
      { keys: ['a', 'B', 'Enter'] },
      { inserted: 'é😀' },
      { keys: [' ', 'Tab'] },
    ]);
    expect(divideText('')).toEqual([]);
  });
});
