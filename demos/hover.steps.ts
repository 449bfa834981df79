import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The pointer opens the columns without a click',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a shelf', { exact: true })).toBeVisible();
      await user.click(find('combobox', 'Shelf'));
      await expect(find('menu')).toHaveText(/^Fiction > Science > Travel >$/);
      await user.hover(find('menuitemcheckbox', 'Science'));
      await expect(find('menu').nth(1)).toHaveText(/^Biology Physics Geology$/);
      await user.hover(find('menuitemcheckbox', 'Fiction'));
      await expect(find('menu').nth(1)).toHaveText(/^Crime Fantasy$/);
      await user.hover(find('menuitemcheckbox', 'Travel'));
      await expect(find('menu').nth(1)).toHaveText(/^Guides Maps$/);
      await state('hovered');
    },
  },
  {
    name: 'The pointer over an option chooses nothing',
    async run({ user, find, expect }) {
      await user.hover(find('menuitemcheckbox', 'Maps'));
      await expect(find('menu')).toHaveCount(2);
      await expect(find('status')).toHaveText('No shelf chosen.');
    },
  },
  {
    name: 'A click chooses the option',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Maps'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Shelf: Travel / Maps');
      // Under the pointer, the list would open another column.
      await user.hover(find.text('Shelf', { exact: true }));
    },
  },
  {
    name: 'Arrow Down opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Maps')).toBeChecked();
    },
  },
  {
    name: 'Arrow Up and Enter choose the option above',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Shelf: Travel / Guides');
    },
  },
];
