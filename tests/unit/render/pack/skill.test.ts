import { describe, expect, it } from 'vitest';
import { type SkillInput, skillName, skillText } from '../../../../src/node/render/pack/skill.ts';

const INPUT: SkillInput = {
  library: { name: '@acme/kit', version: '2.0.0' },
  title: 'Kit',
  about: 'Buttons: "loud" and quiet',
  pages: [],
  exports: undefined,
  demos: [],
  changes: undefined,
  url: undefined,
};

describe('the file SKILL.md', () => {
  it('has a name that the format permits', () => {
    expect(skillName('@rc-component/cascader')).toBe('rc-component-cascader');
    expect(skillName('Lodash.Get_x')).toBe('lodash-get-x');
    expect(skillName(`${'a'.repeat(63)}-b`)).toBe('a'.repeat(63));
    expect(skillName('@acme/_')).toBe('acme');
    expect(skillName('_')).toBe('library');
  });

  it.each([
    ['365', '"365"'],
    ['1e3', '"1e3"'],
    ['null', '"null"'],
    ['@acme/365', 'acme-365'],
    ['_', 'library'],
  ])('names the skill of %s as the text %s', (name, expected) => {
    const text = skillText({ ...INPUT, library: { name, version: '1.0.0' } });
    expect(/^name: (.*)$/m.exec(text)?.[1]).toBe(expected);
  });

  it('has valid links to files with spaces', () => {
    const page = { route: '/a b', file: 'references/a b.md', title: 'A' };
    const text = skillText({
      ...INPUT,
      pages: [page],
      demos: [{ title: 'D', file: 'demos/d (1).tsx' }],
      exports: [{ id: 'E', kind: 'component', description: '', import: undefined, page: page.file }],
      changes: { pages: [page], first: '1.0.0' },
    });
    expect(text).toContain('- [D](<demos/d (1).tsx>)');
    expect(text).toContain('[`E`](<references/a b.md>)');
    expect(text.match(/\[A\]\(<references\/a b\.md>\)/g)).toHaveLength(2);
  });

  it('has a description that the format permits', () => {
    const descriptionIn = (text: string): string => JSON.parse(/^description: (.*)$/m.exec(text)?.[1] ?? '""');
    expect(descriptionIn(skillText(INPUT))).toBe(
      'Documentation of @acme/kit 2.0.0: properties, examples and changes. Buttons: "loud" and quiet. Use when code imports @acme/kit.',
    );
    expect(descriptionIn(skillText({ ...INPUT, about: 'word '.repeat(500) }))).toHaveLength(1024);
  });

  it('does not list hundreds of demos and exports, because assistants load the whole file', () => {
    const many = Array.from({ length: 300 }, (_, index) => `item${index}`);
    const text = skillText({
      ...INPUT,
      demos: many.map((title) => ({ title, file: `demos/${title}.tsx` })),
      exports: many.map((id) => ({ id, kind: 'component', description: '', import: undefined, page: undefined })),
    });
    expect(text).toContain('There are 300 demos in the folder `demos`.');
    expect(text).toContain('`@acme/kit` has 300 components and functions');
    expect(text.length).toBeLessThan(4000);
  });
});
