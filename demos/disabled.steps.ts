import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A disabled branch cannot be opened',
    async run({ user, find, expect }) {
      await expect(find.text('Choose a row', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No seat yet.');
      await user.click(find('combobox', 'Seat'));
      await expect(find('menu')).toHaveText(/^Stalls > Circle > Gallery >$/);
      await expect(find('menuitemcheckbox', 'Circle')).toBeDisabled();
      await expect(find('menuitemcheckbox', 'Gallery')).toBeEnabled();
    },
  },
  {
    name: 'A disabled option cannot be chosen',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Stalls'));
      await expect(find('menu').nth(1)).toHaveText(/^Row A Row B Row C$/);
      await expect(find('menuitemcheckbox', 'Row A')).toBeDisabled();
      await expect(find('menuitemcheckbox', 'Row C')).toBeEnabled();
      await state('sold-out');
    },
  },
  {
    name: 'A click chooses an enabled option',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Row C'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Seat: stalls, c');
      await expect(find.css('.rc-cascader-content')).toHaveText('Stalls / Row C');
    },
  },
  {
    name: 'Arrow keys skip disabled options',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menu')).toHaveCount(2);
      await user.press('ArrowDown');
      await expect(find.css('.rc-cascader-menu-item-active').nth(-1)).toHaveText('Row B');
      await user.press('ArrowLeft');
      await user.press('ArrowDown');
      await expect(find.css('.rc-cascader-menu-item-active')).toHaveText('Gallery');
    },
  },
  {
    name: 'Arrow Right and Enter choose the row',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowRight');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Seat: gallery, e');
      await expect(find.css('.rc-cascader-content')).toHaveText('Gallery / Row E');
    },
  },
  {
    name: 'A disabled select stays closed',
    async run({ user, find, expect, state }) {
      await user.click(find('checkbox', 'The box office is closed'));
      await expect(find('combobox', 'Seat')).toBeDisabled();
      await user.click(find.css('.rc-cascader'));
      await expect(find('combobox', 'Seat')).not.toBeExpanded();
      await expect(find('menu')).toBeHidden();
      await state('closed');
    },
  },
  {
    name: 'A click on the checkbox enables the select again',
    async run({ user, find, expect }) {
      await user.click(find('checkbox', 'The box office is closed'));
      await expect(find('combobox', 'Seat')).toBeEnabled();
    },
  },
  {
    name: 'Space closes the box office',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Space');
      await expect(find('combobox', 'Seat')).toBeDisabled();
    },
  },
  {
    name: 'Space opens the box office, and Tab reaches the select again',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Space');
      await user.tab();
      await expect(find('combobox', 'Seat')).toHaveFocus();
    },
  },
];
