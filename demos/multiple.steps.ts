import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The list opens with the chosen teams',
    async run({ user, find, expect, state }) {
      await expect(find('status')).toHaveText('Value: product/design');
      await expect(find('radio', 'Name a full branch once')).toBeChecked();
      await user.click(find('combobox', 'Teams to invite'));
      await expect(find('menu').nth(0)).toHaveText(/^Product > Engineering >$/);
      await user.click(find('menuitemcheckbox', 'Product'));
      await expect(find('menu').nth(1)).toHaveText(/^Design Research Writing$/);
      await expect(find('menuitemcheckbox', 'Design')).toBeChecked();
      await expect(find('menuitemcheckbox', 'Research')).not.toBeChecked();
      await state('open');
    },
  },
  {
    name: 'A click on a team adds it, and the list stays open',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Writing'));
      await expect(find('status')).toHaveText('Value: product/design, product/writing');
      await expect(find('menuitemcheckbox', 'Writing')).toBeChecked();
      await expect(find('menu')).toHaveCount(2);
    },
  },
  {
    name: 'A full branch is named once',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Research'));
      await expect(find('status')).toHaveText(/^Value: product$/);
      await expect(find('menuitemcheckbox', 'Product')).toBeChecked();
      await expect(find.css('.rc-cascader-selection-item')).toHaveText('Product');
      await state('full-branch');
    },
  },
  {
    name: 'The checkbox of a branch chooses all its teams',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Engineering').find.css('.rc-cascader-checkbox'));
      await expect(find('status')).toHaveText(/^Value: product, engineering$/);
      await user.click(find('menuitemcheckbox', 'Engineering'));
      await expect(find('menu').nth(1)).toHaveText(/^Web Mobile$/);
      await expect(find('menuitemcheckbox', 'Mobile')).toBeChecked();
    },
  },
  {
    name: 'A click on a chosen team removes it',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Web'));
      await expect(find('status')).toHaveText(/^Value: product, engineering\/mobile$/);
    },
  },
  {
    name: 'The cross of a name removes the team',
    async run({ user, find, expect }) {
      await user.click(find.css('[title="Product"] .rc-cascader-selection-item-remove'));
      await expect(find('status')).toHaveText(/^Value: engineering\/mobile$/);
    },
  },
  {
    name: 'With the other value, each leaf is named',
    async run({ user, find, expect, state }) {
      await user.click(find('radio', 'Name every leaf'));
      await user.click(find('combobox', 'Teams to invite'));
      await user.click(find('menuitemcheckbox', 'Engineering').find.css('.rc-cascader-checkbox'));
      await expect(find('status')).toHaveText(/^Value: engineering\/mobile, engineering\/web$/);
      await expect(find.css('.rc-cascader-selection-item')).toHaveCount(2);
      await state('each-leaf');
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
    name: 'Backspace removes the last team',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Backspace');
      await expect(find('status')).toHaveText(/^Value: engineering\/mobile$/);
      await user.press('Backspace');
      await expect(find('status')).toHaveText('Value: nobody');
    },
  },
  {
    name: 'Arrow Down opens the list where it was closed',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find.css('.rc-cascader-menu-item-active').nth(-1)).toHaveText('Web');
    },
  },
  {
    name: 'Arrow Left and Arrow Up go to another branch, and Arrow Right enters it',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowLeft');
      await user.press('ArrowUp');
      await user.press('ArrowRight');
      await expect(find.css('.rc-cascader-menu-item-active').nth(-1)).toHaveText('Design');
    },
  },
  {
    name: 'Enter adds the team',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await expect(find('status')).toHaveText(/^Value: product\/design$/);
    },
  },
];
