import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'An option without loaded children has an arrow',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a folder', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No folder chosen.');
      await user.click(find('combobox', 'Folder'));
      await expect(find('menu')).toHaveText(/^Photos > Music >$/);
      await state('open');
    },
  },
  {
    name: 'A click loads the children, and an icon shows that they load',
    async run({ user, find, expect }) {
      // The icon appears for a moment, so the step begins to wait for it before the click.
      const loading = expect(find.css('.rc-cascader-menu-item-loading-icon')).toHaveText('…');
      await user.click(find('menuitemcheckbox', 'Music'));
      await loading;
      await expect(find('status')).toHaveText('Folder: Music');
    },
  },
  {
    name: 'The loaded children appear in the next column',
    async run({ find, expect, state }) {
      await expect(find('menu').nth(1)).toHaveText(/^Music of 2024 Music of 2025 Music of 2026$/);
      await expect(find('menu').nth(0)).toHaveText(/^Photos > Music >$/);
      await state('loaded');
    },
  },
  {
    name: 'A loaded option can be chosen',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Music of 2025'));
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Folder: Music / Music of 2025');
    },
  },
  {
    name: 'Arrow Down opens the list, and Arrow Left and Arrow Up go to another drive',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Music of 2025')).toBeChecked();
      await user.press('ArrowLeft');
      await user.press('ArrowUp');
      await expect(find.css('.rc-cascader-menu-item-active')).toHaveText('Photos');
    },
  },
  {
    name: 'Loading also starts when the arrow keys reach a drive',
    async run({ find, expect }) {
      await expect(find('menu').nth(1)).toHaveText(/^Photos of 2024 Photos of 2025 Photos of 2026$/);
    },
  },
  {
    name: 'Arrow Right and Enter choose a loaded option',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowRight');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Folder: Photos / Photos of 2024');
    },
  },
];
