import { describe, expect, it } from 'vitest';
import { guessNavSteps } from '../../../src/theme/Navbar.tsx';

const site = {
  name: 'Library',
  logo: false,
  locales: [],
  languages: [],
  prefersColor: { default: 'light', switch: true },
  socialLinks: [],
} satisfies Parameters<typeof guessNavSteps>[1];
const entries = (...titles: string[]) => titles.map((title) => ({ title }));

describe('guessNavSteps', () => {
  it('shows a few entries in the narrowest window with a row', () => {
    expect(guessNavSteps(entries('Guide', 'Demos', 'History'), site)).toEqual([60, 60, 60]);
  });

  it('returns `none` for entries that do not fit in any window', () => {
    const steps = guessNavSteps(entries(...Array.from({ length: 12 }, (_, index) => `Entry number ${index}`)), site);
    expect(steps[0]).toBe(60);
    expect(steps.at(-1)).toBe('none');
    expect(steps.indexOf('none')).toBeGreaterThan(2);
  });

  it('needs a wider window for Chinese characters, and next to a longer name', () => {
    const [latin, chinese] = ['abcdefghijklmnopqrst', '一二三四五六七八九十一二三四五六七八九十'].map(
      (title) => guessNavSteps(entries(title, title), site)[1],
    );
    expect(Number(chinese)).toBeGreaterThan(Number(latin));
    const beside = guessNavSteps(entries('Getting started', 'Components', 'Design tokens'), {
      ...site,
      name: 'x'.repeat(40),
    });
    expect(beside.at(-1)).toBeGreaterThan(60);
  });
});
