import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Without room below, the popup opens above',
    async run({ user, find, expect, state }) {
      await expect(find('checkbox', 'Adjust to the available room')).toBeChecked();
      await expect(find.text('Choose', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No color chosen.');
      await user.click(find('combobox', 'Color'));
      await expect(find('menu')).toHaveText(/^Warm > Cool >$/);
      await expect(find.css('.rc-cascader-dropdown')).toHaveAttribute('class', /placement-top/);
      await state('above');
    },
  },
  {
    name: 'Without room at the side, two columns open to the other side',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Cool'));
      await expect(find('menu').nth(1)).toHaveText(/^Teal Indigo$/);
      await expect(find.css('.rc-cascader-dropdown')).toHaveAttribute('class', /placement-topRight/);
      await state('two-columns');
    },
  },
  {
    name: 'A click on a color chooses it',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Indigo'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Color: Cool / Indigo');
    },
  },
  {
    name: 'Space turns the adjustment off',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.tab({ shift: true });
      await expect(find('checkbox')).toHaveFocus();
      await user.press('Space');
      await expect(find('checkbox')).not.toBeChecked();
    },
  },
  {
    name: 'Without the adjustment, the popup opens below and is cut off',
    async run({ user, find, expect, state }) {
      await user.click(find('combobox', 'Color'));
      await expect(find('menu')).toHaveCount(1);
      await expect(find.css('.rc-cascader-dropdown')).toHaveAttribute('class', /placement-bottomLeft/);
      await state('cut-off');
    },
  },
  {
    name: 'Arrow keys and Enter choose a color also there',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await user.press('ArrowRight');
      await expect(find('menu').nth(1)).toHaveText(/^Amber Coral$/);
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Color: Warm / Amber');
    },
  },
];
