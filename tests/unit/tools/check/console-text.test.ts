import { describe, expect, it } from 'vitest';
import { consoleText, type RemoteValue, thrownText } from '../../../../src/node/tools/check/page-messages.ts';

const text = (value: string): RemoteValue => ({ type: 'string', value });
const error: RemoteValue = {
  type: 'object',
  subtype: 'error',
  description: 'TypeError: no\nsecond line\n    at f (http://localhost/a.js:1:1)\n    at g (http://localhost/a.js:2:1)',
};

describe('the text of a console message', () => {
  it.each<[string, RemoteValue[], string]>([
    ['joins arguments with spaces', [text('a'), { type: 'number', value: 3 }, text('b')], 'a 3 b'],
    [
      'fills in placeholders of React',
      [text('The `%s` prop.%s'), text('x'), text('\n\nSee.')],
      'The `x` prop.\n\nSee.',
    ],
    [
      'fills in objects by their description',
      [text('%o\n\n%s'), error, text('end')],
      'TypeError: no\nsecond line\n\nend',
    ],
    ['ignores styles', [text('%cbold'), text('color: red')], 'bold'],
    ['omits stacks', [error], 'TypeError: no\nsecond line'],
    [
      'prints undefined and null',
      [{ type: 'undefined' }, { type: 'object', subtype: 'null', value: null }],
      'undefined null',
    ],
    ['prints numbers that JSON cannot represent', [{ type: 'number', unserializableValue: 'NaN' }], 'NaN'],
    [
      'prints the properties of an object',
      [
        {
          type: 'object',
          description: 'Object',
          preview: { overflow: true, properties: [{ name: 'a', value: 'x', type: 'string' }] },
        },
      ],
      '{ a: "x", … }',
    ],
    ['prints other objects by their type', [{ type: 'object', subtype: 'array', description: 'Array(2)' }], 'Array(2)'],
  ])('%s', (_name, args, expected) => {
    expect(consoleText(args)).toBe(expected);
  });

  it('is the message of the thrown value, whatever its type', () => {
    expect(thrownText(error)).toBe('TypeError: no\nsecond line');
    expect(thrownText(text('plain'))).toBe('plain');
    expect(thrownText({ type: 'object', subtype: 'null', value: null })).toBe('null');
    expect(thrownText(undefined)).toBe('');
  });
});
