import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The popup has a footer below the columns',
    async run({ user, find, expect, state }) {
      await expect(find.text('Deliver to my home', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('We deliver to your home.');
      await user.click(find('combobox', 'Collect from'));
      await expect(find('menu')).toHaveText(/^Berlin > Vienna >$/);
      await expect(find.css('.store-footer')).toHaveText('Open from 9 to 18');
      await expect(find('button', 'Deliver instead')).toBeVisible();
      await state('open');
    },
  },
  {
    name: 'A click on a store chooses it',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Berlin'));
      await expect(find('menu').nth(1)).toHaveText(/^Mitte Wedding$/);
      await user.click(find('menuitemcheckbox', 'Vienna'));
      await expect(find('menu').nth(1)).toHaveText(/^Neubau Hietzing$/);
      await user.click(find('menuitemcheckbox', 'Neubau'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Ready tomorrow in vienna, neubau.');
      await expect(find.css('.rc-cascader-content')).toHaveText('Vienna / Neubau');
    },
  },
  {
    name: 'The button of the footer clears the choice and closes the popup',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'Collect from'));
      await user.click(find('button', 'Deliver instead'));
      await expect(find('button', 'Deliver instead')).toBeHidden();
      await expect(find('combobox', 'Collect from')).not.toBeExpanded();
      await expect(find('status')).toHaveText('We deliver to your home.');
      await expect(find.text('Deliver to my home', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'Arrow keys and Enter choose a store',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'Collect from'));
      await user.press('ArrowDown');
      await user.press('ArrowRight');
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('status')).toHaveText('Ready tomorrow in berlin, wedding.');
    },
  },
  {
    name: 'Arrow Down opens the popup, and Tab reaches the button of the footer',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.press('ArrowDown');
      await user.tab();
      await expect(find('button', 'Deliver instead')).toHaveFocus();
      await state('footer');
    },
  },
  {
    name: 'Enter presses the button',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('We deliver to your home.');
    },
  },
];
