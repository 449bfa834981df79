import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'An option with an empty list of children can be chosen',
    async run({ user, find, expect, state }) {
      await expect(find('status')).toHaveText('onChange: [["bell"]]');
      await user.click(find('combobox', 'Spare parts'));
      await expect(find('menuitemcheckbox')).toHaveCount(3);
      await expect(find('menuitemcheckbox', 'Bell')).toBeChecked();
      await expect(find('menuitemcheckbox', 'Bell')).toHaveAttribute('title', 'A part of its own');
      await expect(find('menuitemcheckbox', 'Frame')).toHaveAttribute('title', 'Everything that carries the rider');
      await state('open');
    },
  },
  {
    name: 'A disabled option cannot be chosen',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Wheels'));
      await expect(find('menu').nth(1)).toHaveText(/^Rim Tyre Spoke$/);
      await expect(find('menuitemcheckbox', 'Spoke')).toBeDisabled();
      await state('disabled');
    },
  },
  {
    name: 'The checkbox of a branch chooses its enabled options',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Wheels').find.css('.rc-cascader-checkbox'));
      await expect(find('menuitemcheckbox', 'Rim')).toBeChecked();
      await expect(find('menuitemcheckbox', 'Tyre')).toBeChecked();
      await expect(find('menuitemcheckbox', 'Spoke')).not.toBeChecked();
      await expect(find('status')).toHaveText(/^onChange: \[\["bell"\],\["wheels"\]\]$/);
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
    name: 'Backspace removes the last part',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Backspace');
      await expect(find('status')).toHaveText(/^onChange: \[\["bell"\]\]$/);
    },
  },
  {
    name: 'The button clears the parts',
    async run({ user, find, expect }) {
      await user.click(find('button', 'Clear the parts'));
      await expect(find('status')).toHaveText('onChange: []');
      await expect(find.text('Choose parts', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'Text searches all levels',
    async run({ user, find, expect, state }) {
      await user.type(find('combobox', 'Spare parts'), 'fr');
      await expect(find('menu')).toHaveText(/^Frame Frame \/ Fork Frame \/ Saddle$/);
      await state('searched');
    },
  },
  {
    name: 'Arrow Down goes to a result, and Enter chooses it',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('ArrowDown');
      await user.press('Enter');
      await expect(find('status')).toHaveText('onChange: [["frame","fork"]]');
    },
  },
  {
    name: 'An option without a title of its own has its label as the title',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'Spare parts'));
      await user.click(find('menuitemcheckbox', 'Frame'));
      await expect(find('menuitemcheckbox', 'Fork')).toHaveAttribute('title', 'Holds the front wheel');
      await expect(find('menuitemcheckbox', 'Saddle')).toHaveAttribute('title', 'Adjustable in height');
      await expect(find('menuitemcheckbox', 'Wheels')).toHaveAttribute('title', 'Wheels');
    },
  },
];
