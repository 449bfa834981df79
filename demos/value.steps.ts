import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The select shows the value of the state',
    async run({ user, find, expect, state }) {
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Europe \/ Lisbon$/);
      await expect(find('status')).toHaveText('Value: ["europe","lisbon"]');
      await user.click(find('combobox', 'Office'));
      await expect(find('menu').nth(0)).toHaveText(/^Europe > Asia >$/);
      await expect(find('menu').nth(1)).toHaveText(/^Lisbon Oslo$/);
      await expect(find('menuitemcheckbox', 'Lisbon')).toBeChecked();
      await state('open');
    },
  },
  {
    name: 'A choice changes the state',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Oslo'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Value: ["europe","oslo"]');
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Europe \/ Oslo$/);
    },
  },
  {
    name: 'A button changes the state, and the select follows',
    async run({ user, find, expect }) {
      await user.click(find('button', 'Move to Seoul'));
      await expect(find('status')).toHaveText('Value: ["asia","seoul"]');
      await expect(find.css('.rc-cascader-content')).toHaveText(/^Asia \/ Seoul$/);
      await user.click(find('combobox', 'Office'));
      await expect(find('menu').nth(1)).toHaveText(/^Seoul Pune$/);
      await expect(find('menuitemcheckbox', 'Seoul')).toBeChecked();
    },
  },
  {
    name: 'Escape closes the list, and Tab leaves the select',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await user.tab();
      await expect(find('button', 'Move to Seoul')).toHaveFocus();
    },
  },
  {
    name: 'Tab reaches the second button, and Enter empties the value',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.tab();
      await expect(find('button', 'Work from home')).toHaveFocus();
      await user.press('Enter');
      await expect(find('status')).toHaveText('Value: []');
      await expect(find.text('Choose an office', { exact: true })).toBeVisible();
      await state('empty');
    },
  },
];
