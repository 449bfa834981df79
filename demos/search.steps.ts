import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Without a search, the list has columns',
    async run({ user, find, expect }) {
      await expect(find.text('Type “pan” or “garden”', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No category chosen.');
      await user.click(find('combobox', 'Category'));
      await expect(find('menu')).toHaveText(/^Kitchen > Garden >$/);
      await user.click(find('menuitemcheckbox', 'Garden'));
      await expect(find('menu').nth(1)).toHaveText(/^Tools Plants$/);
    },
  },
  {
    name: 'Text filters the categories and is marked in them',
    async run({ user, find, expect, state }) {
      await user.type(find('combobox', 'Category'), 'an');
      await expect(find('menu')).toHaveText(/^Garden \/ Plants Kitchen \/ Pans Kitchen \/ Tea and coffee$/);
      await expect(find('menu').find.css('mark')).toHaveCount(3);
      await expect(find('menu').find.css('mark').nth(0)).toHaveText(/^an$/);
      await state('searched');
    },
  },
  {
    name: 'The filter ignores upper and lower case',
    async run({ user, find, expect }) {
      await user.clear(find('combobox', 'Category'));
      await user.type(find('combobox', 'Category'), 'KITCHEN');
      await expect(find('menu')).toHaveText(/^Kitchen \/ Knives Kitchen \/ Pans Kitchen \/ Tea and coffee$/);
      await expect(find('menu').find.css('mark').nth(0)).toHaveText(/^Kitchen$/);
    },
  },
  {
    name: 'The list has at most five results',
    async run({ user, find, expect }) {
      await user.clear(find('combobox', 'Category'));
      await user.type(find('combobox', 'Category'), '/');
      await expect(find('menuitemcheckbox')).toHaveCount(5);
    },
  },
  {
    name: 'A click chooses a result',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Kitchen / Knives'));
      await expect(find('menu')).toBeHidden();
      await expect(find('combobox', 'Category')).toHaveValue('');
      await expect(find('status')).toHaveText('Category: Kitchen / Knives');
    },
  },
  {
    name: 'A text without results shows a message',
    async run({ user, find, expect, state }) {
      await user.type(find('combobox', 'Category'), 'bicycle');
      await expect(find('menu')).toHaveText(/^No category has this name$/);
      await state('nothing-found');
    },
  },
  {
    name: 'Escape closes the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
    },
  },
  {
    name: 'Letters open the list with the results',
    keyboard: true,
    async run({ user, find, expect }) {
      await expect(find('combobox', 'Category')).toHaveValue('');
      await user.press('t');
      await user.press('o');
      await expect(find('menu')).toHaveText(/^Garden \/ Tools$/);
    },
  },
  {
    name: 'Arrow Down and Enter choose the result',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Category: Garden / Tools');
    },
  },
];
