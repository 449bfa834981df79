import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Without a choice of the reader, the demo is English and left to right',
    async run({ find, expect }) {
      await expect(find.text('Choose a drink', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('locale: en-US, theme: as the page, dir: ltr');
      await expect(find.css('.cascader-demo')).toHaveAttribute('lang', 'en-US');
    },
  },
  {
    name: 'A click opens the list',
    async run({ user, find, expect, state }) {
      await user.click(find('combobox', 'Drink'));
      await expect(find('menu')).toHaveText(/^Tea >$/);
      await user.click(find('menuitemcheckbox', 'Tea'));
      await expect(find('menu').nth(1)).toHaveText(/^Green Black$/);
      await state('open');
    },
  },
  {
    name: 'A click chooses a drink',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Black'));
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('Tea / Black');
    },
  },
  {
    name: 'Arrow Down opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Black')).toBeChecked();
    },
  },
  {
    name: 'Arrow Up and Enter choose the drink above',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('Tea / Green');
    },
  },
];
