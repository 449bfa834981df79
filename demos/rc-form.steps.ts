import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Without a drink, the form shows an error',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a drink', { exact: true })).toBeVisible();
      await expect(find('combobox', 'Drink (required)')).toHaveAttribute('aria-invalid', 'false');
      await expect(find('combobox', 'Drink (required)')).toHaveAttribute('aria-required', 'true');
      await expect(find('status')).toHaveText('Nothing ordered yet.');
      await user.click(find('button', 'Order'));
      await expect(find('alert')).toHaveText('Please choose a drink.');
      await expect(find('combobox', 'Drink (required)')).toHaveAttribute('aria-invalid', 'true');
      await expect(find('status')).toHaveText('Nothing ordered yet.');
      await state('error');
    },
  },
  {
    name: 'A choice removes the error',
    async run({ user, find, expect, state }) {
      await user.click(find('combobox', 'Drink'));
      await expect(find('menu')).toHaveText(/^Tea > Coffee >$/);
      await user.click(find('menuitemcheckbox', 'Tea'));
      await expect(find('menu').nth(1)).toHaveText(/^Green Mint$/);
      await user.click(find('menuitemcheckbox', 'Coffee'));
      await expect(find('menu').nth(1)).toHaveText(/^Filter Flat white$/);
      await state('open');
      await user.click(find('menuitemcheckbox', 'Flat white'));
      await expect(find('menu')).toBeHidden();
      await expect(find('combobox', 'Drink')).toHaveAttribute('aria-invalid', 'false');
      await expect(find.text('Please choose a drink.')).toBeHidden();
    },
  },
  {
    name: 'Tab reaches the button, and Enter orders',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab();
      await expect(find('button', 'Order')).toHaveFocus();
      await user.press('Enter');
      await expect(find('status')).toHaveText('Ordered: coffee, flat-white');
    },
  },
  {
    name: 'Tab reaches the next button, and Enter clears the form',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab();
      await expect(find('button', 'Start again')).toHaveFocus();
      await user.press('Enter');
      await expect(find('status')).toHaveText('Nothing ordered yet.');
      await expect(find.text('Choose a drink', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'Shift and Tab go back to the select, and Arrow Down opens it',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab({ shift: true });
      await user.tab({ shift: true });
      await expect(find('combobox', 'Drink')).toHaveFocus();
      await user.press('ArrowDown');
      await expect(find('combobox', 'Drink')).toBeExpanded();
    },
  },
  {
    name: 'Arrow keys and Enter choose a drink',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('ArrowRight');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('Tea / Green');
    },
  },
];
