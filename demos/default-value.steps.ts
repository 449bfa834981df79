import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The select starts with its default value',
    async run({ find, expect }) {
      await expect(find.css('.rc-cascader-content')).toHaveText('Portuguese / Brazil');
      await expect(find('status')).toHaveText('Still the default.');
    },
  },
  {
    name: 'The list opens at the default value',
    async run({ user, find, expect, state }) {
      await user.click(find('combobox', 'Language'));
      await expect(find('menu').nth(0)).toHaveText(/^English > Portuguese >$/);
      await expect(find('menu').nth(1)).toHaveText(/^Portugal Brazil$/);
      await expect(find('menuitemcheckbox', 'Brazil')).toBeChecked();
      await state('open');
    },
  },
  {
    name: 'The component keeps a new value',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'English'));
      await expect(find('menu').nth(1)).toHaveText(/^United Kingdom United States Australia$/);
      await user.click(find('menuitemcheckbox', 'Australia'));
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('English / Australia');
      await expect(find('status')).toHaveText('Changed, times: 1');
    },
  },
  {
    name: 'Arrow Down opens the list at the new value',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Australia')).toBeChecked();
    },
  },
  {
    name: 'Arrow Up and Enter choose the country above',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('English / United States');
      await expect(find('status')).toHaveText('Changed, times: 2');
    },
  },
];
