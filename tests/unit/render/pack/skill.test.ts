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
  address: undefined,
};

describe('the file SKILL.md', () => {
  it('has a name that the format permits', () => {
    expect(skillName('@rc-component/cascader')).toBe('rc-component-cascader');
    expect(skillName('Lodash.Get_x')).toBe('lodash-get-x');
    expect(skillName(`${'a'.repeat(63)}-b`)).toBe('a'.repeat(63));
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
