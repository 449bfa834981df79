import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A click opens the list',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a region', { exact: true })).toBeVisible();
      await user.click(find('combobox', 'Region'));
      await expect(find('menu')).toHaveText(/^France > Japan >$/);
      await state('open');
    },
  },
  {
    name: 'A click chooses a region',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'France'));
      await expect(find('menu').nth(1)).toHaveText(/^Normandy Brittany$/);
      await user.click(find('menuitemcheckbox', 'Japan'));
      await expect(find('menu').nth(1)).toHaveText(/^Kansai Kantō$/);
      await user.click(find('menuitemcheckbox', 'Kansai'));
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Japan \/ Kansai$/);
    },
  },
  {
    name: 'Arrow Down opens the list at the chosen region',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Kansai')).toBeChecked();
    },
  },
  {
    name: 'Arrow Down and Enter choose the region below',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Japan \/ Kantō$/);
    },
  },
];
