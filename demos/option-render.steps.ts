import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A branch shows how many kinds it has',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a dish', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No dish chosen.');
      await user.click(find('combobox', 'Dish'));
      await expect(find('menu')).toHaveText(/^Pizza 3 kinds > Pasta 2 kinds >$/);
      await state('open');
    },
  },
  {
    name: 'A dish shows its price',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Pasta'));
      await expect(find('menu').nth(1)).toHaveText(/^Pesto € 10 Arrabbiata € 9$/);
      await user.click(find('menuitemcheckbox', 'Pizza'));
      await expect(find('menu').nth(1)).toHaveText(/^Margherita € 9 Funghi € 11 Capricciosa € 12$/);
      await state('prices');
    },
  },
  {
    name: 'The chosen dish has its plain name',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Funghi'));
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Pizza \/ Funghi$/);
      await expect(find('status')).toHaveText('Funghi costs € 11.');
    },
  },
  {
    name: 'Enter opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await expect(find('menuitemcheckbox', 'Funghi')).toBeChecked();
    },
  },
  {
    name: 'Arrow Down and Enter choose the next dish',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Capricciosa costs € 12.');
    },
  },
];
