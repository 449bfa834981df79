import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The list shows all skills before a search',
    async run({ user, find, expect }) {
      await expect(find.text('Type “type”', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No skills chosen.');
      await user.click(find.text('Type “type”'));
      await expect(find('combobox', 'Skills')).toHaveFocus();
      await expect(find('menu')).toHaveText(/^Code > Prose >$/);
      await user.click(find('menuitemcheckbox', 'Code'));
      await expect(find('menu').nth(1)).toHaveText(/^TypeScript Rust Python$/);
      await user.click(find('menuitemcheckbox', 'Prose'));
      await expect(find('menu').nth(1)).toHaveText(/^Typesetting Editing$/);
    },
  },
  {
    name: 'Text filters the skills',
    async run({ user, find, expect, state }) {
      await user.type(find('combobox', 'Skills'), 'type');
      await expect(find('menu')).toHaveText(/^Code \/ TypeScript Prose \/ Typesetting$/);
      await state('searched');
    },
  },
  {
    name: 'The text stays after a choice, so several results can be chosen',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'TypeScript'));
      await user.click(find('menuitemcheckbox', 'Typesetting'));
      await expect(find('combobox', 'Skills')).toHaveValue('type');
      await expect(find('menuitemcheckbox', 'TypeScript')).toBeChecked();
      await expect(find('menuitemcheckbox', 'Typesetting')).toBeChecked();
      await expect(find('status')).toHaveText('Chosen: typescript, type');
      await state('two-chosen');
    },
  },
  {
    name: 'A text without results shows a message',
    async run({ user, find, expect, state }) {
      await user.clear(find('combobox', 'Skills'));
      await user.type(find('combobox', 'Skills'), 'juggling');
      await expect(find('menu')).toHaveText(/^No such skill$/);
      await state('nothing-found');
    },
  },
  {
    name: 'Arrow Down and Enter choose the first result',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.clear(find('combobox', 'Skills'));
      await user.type(find('combobox', 'Skills'), 'rust');
      await expect(find('menu')).toHaveText(/^Code \/ Rust$/);
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('status')).toHaveText('Chosen: typescript, type, rust');
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
];
