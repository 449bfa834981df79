import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Lines with stops have the custom arrow',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a stop', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No stop chosen.');
      await user.click(find('combobox', 'Stop'));
      await expect(find('menu')).toHaveText(/^Green line Night bus$/);
      await expect(find('menu').find.css('.rc-cascader-menu-item-expand-icon path')).toHaveCount(2);
      await state('open');
    },
  },
  {
    name: 'A stop has no arrow',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Green line'));
      await expect(find('menu').nth(1)).toHaveText(/^Park$/);
      await expect(find('menu').nth(1).find.css('svg')).toBeHidden();
    },
  },
  {
    name: 'While stops load, the custom icon spins',
    async run({ user, find, expect }) {
      // The icon appears for a moment, so the step begins to wait for it before the click.
      const loading = expect(find.css('.rc-cascader-menu-item-loading svg.spinner')).toBeVisible();
      await user.click(find('menuitemcheckbox', 'Night bus'));
      await loading;
    },
  },
  {
    name: 'The loaded stops replace the icon',
    async run({ user, find, expect, state }) {
      await expect(find('menu').nth(1)).toHaveText(/^Station Harbour$/);
      await expect(find.css('svg.spinner')).toBeHidden();
      await state('loaded');
      await user.click(find('menuitemcheckbox', 'Harbour'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Stop: Night bus, Harbour');
    },
  },
  {
    name: 'Arrow Down opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Harbour')).toBeChecked();
    },
  },
  {
    name: 'Arrow Up and Enter choose the stop above',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Stop: Night bus, Station');
    },
  },
];
