import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The button opens the popup and focuses the select',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a dish', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('The popup is closed.');
      await user.click(find('button', 'Show the menu'));
      await expect(find('menu')).toHaveText(/^Soup > Bread >$/);
      await expect(find('combobox', 'Lunch')).toHaveFocus();
      await expect(find('status')).toHaveText('The popup is open.');
      await state('open');
    },
  },
  {
    name: 'A choice closes the popup',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Bread'));
      await expect(find('menu').nth(1)).toHaveText(/^Rye Pita$/);
      await user.click(find('menuitemcheckbox', 'Soup'));
      await expect(find('menu').nth(1)).toHaveText(/^Leek Miso$/);
      await user.click(find('menuitemcheckbox', 'Miso'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('The popup is closed.');
      await expect(find.css('.rc-cascader-content')).toHaveText('Soup / Miso');
    },
  },
  {
    name: 'Arrow Down opens the popup, and the state knows it',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Miso')).toBeChecked();
      await expect(find('status')).toHaveText('The popup is open.');
    },
  },
  {
    name: 'Escape closes the popup, and the state knows it',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('The popup is closed.');
    },
  },
  {
    name: 'Shift and Tab reach the checkbox, and Space keeps the popup open',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.tab({ shift: true });
      await expect(find('checkbox', 'Keep it open')).toHaveFocus();
      await user.press('Space');
      await expect(find('checkbox', 'Keep it open')).toBeChecked();
      await expect(find('status')).toHaveText('The popup is open.');
      await expect(find('menu')).toHaveCount(2);
      await state('pinned');
    },
  },
  {
    name: 'The pinned popup stays open after a choice',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Leek'));
      await expect(find.css('.rc-cascader-content')).toHaveText('Soup / Leek');
      await expect(find('menu')).toHaveCount(2);
      await expect(find('status')).toHaveText('The popup is open.');
    },
  },
  {
    name: 'Without the pin, the popup closes',
    async run({ user, find, expect }) {
      await user.click(find('checkbox', 'Keep it open'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('The popup is closed.');
    },
  },
];
