import { expect, it } from 'vitest';
import { keysOf } from '../../../../src/runtime/play/input.ts';

it.each([
  ['ab', ['a', 'b']],
  ['a{Enter}', ['a', 'Enter']],
  ['{enter}{arrowdown}{esc}', ['Enter', 'ArrowDown', 'Escape']],
  ['{Shift>}a{Tab}{/Shift}b', ['Shift+a', 'Shift+Tab', 'b']],
  ['{Control>}{Shift>}z{/Shift}{/Control}', ['Control+Shift+z']],
  ['[KeyA][ShiftLeft>][Digit1][/ShiftLeft]', ['a', 'Shift+1']],
  ['{{a}}[[', ['{', 'a', '}', '}', '[']],
  ['{selectall}{backspace}', ['Control+a', 'Backspace']],
  ['a\nb ', ['a', 'Enter', 'b', ' ']],
])('the keys of %j are %j', (text, keys) => {
  expect(keysOf(text)).toEqual(keys);
});
