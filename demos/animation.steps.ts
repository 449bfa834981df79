import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The popup slides in',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a holiday', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No holiday chosen.');
      await user.click(find('combobox', 'Holiday'));
      await expect(find('menu')).toHaveText(/^By the sea > In the hills >$/);
      await state('open');
    },
  },
  {
    name: 'The popup slides out after a choice',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'In the hills'));
      await expect(find('menu').nth(1)).toHaveText(/^Walking Climbing Skiing$/);
      await state('two-columns');
      await user.click(find('menuitemcheckbox', 'Climbing'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Holiday: In the hills / Climbing');
    },
  },
  {
    name: 'Arrow Down slides the popup in',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('combobox', 'Holiday')).toBeExpanded();
      await expect(find('menuitemcheckbox', 'Climbing')).toBeChecked();
    },
  },
  {
    name: 'Escape slides the popup out',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await expect(find('combobox', 'Holiday')).not.toBeExpanded();
    },
  },
  {
    name: 'Another holiday can be chosen',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'Holiday'));
      await user.click(find('menuitemcheckbox', 'By the sea'));
      await expect(find('menu').nth(1)).toHaveText(/^Surfing Sailing$/);
      await user.click(find('menuitemcheckbox', 'Sailing'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Holiday: By the sea / Sailing');
    },
  },
];
