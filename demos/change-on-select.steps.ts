import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A click on a wide topic already chooses it',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a topic, wide or narrow', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('You follow nothing.');
      await user.click(find('combobox', 'News about'));
      await expect(find('menu')).toHaveText(/^Sport > Culture >$/);
      await user.click(find('menuitemcheckbox', 'Sport'));
      await expect(find('menu').nth(1)).toHaveText(/^Football > Tennis$/);
      await expect(find('status')).toHaveText('You follow Sport.');
      await state('wide');
    },
  },
  {
    name: 'A click in the next column narrows the choice',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Football'));
      await expect(find('menu').nth(2)).toHaveText(/^Women Men$/);
      await expect(find('status')).toHaveText('You follow Sport / Football.');
      await state('narrow');
    },
  },
  {
    name: 'A click on the last level closes the list',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Women'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('You follow Sport / Football / Women.');
    },
  },
  {
    name: 'A double click on a wide topic closes the list',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'News about'));
      await user.click(find('menuitemcheckbox', 'Culture'), { count: 2 });
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('You follow Culture.');
    },
  },
  {
    name: 'The search finds topics of each level',
    async run({ user, find, expect, state }) {
      await user.type(find('combobox', 'News about'), 'foot');
      await expect(find('menu')).toHaveText(/^Sport \/ Football Sport \/ Football \/ Women Sport \/ Football \/ Men$/);
      await state('searched');
    },
  },
  {
    name: 'Arrow Down and Enter choose a topic that was found',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('You follow Sport / Football.');
    },
  },
  {
    name: 'Space switches to columns that open on hover',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab({ shift: true });
      await user.press('Space');
      await expect(find('checkbox', 'Open columns on hover')).toBeChecked();
    },
  },
  {
    name: 'The pointer opens a column and chooses nothing',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'News about'));
      await user.hover(find('menuitemcheckbox', 'Culture'));
      await expect(find('menu').nth(1)).toHaveText(/^Film Books$/);
      await expect(find('status')).toHaveText('You follow Sport / Football.');
    },
  },
];
