import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Each option shows its name',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a subject', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No subject chosen.');
      await user.click(find('combobox', 'Subject'));
      await expect(find('menu')).toHaveText(/^Science > Arts >$/);
      await user.click(find('menuitemcheckbox', 'Science'));
      await expect(find('menu').nth(1)).toHaveText(/^Mathematics Chemistry Physics$/);
      await state('open');
    },
  },
  {
    name: 'The value consists of codes',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Chemistry'));
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('Science / Chemistry');
      await expect(find('status')).toHaveText('Course code: SCI-CHE');
    },
  },
  {
    name: 'Enter opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await expect(find('menuitemcheckbox', 'Chemistry')).toBeChecked();
    },
  },
  {
    name: 'Arrow Up and Enter choose another subject',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('Course code: SCI-MAT');
    },
  },
  {
    name: 'Other faculties have codes too',
    async run({ user, find, expect }) {
      await user.click(find('combobox', 'Subject'));
      await user.click(find('menuitemcheckbox', 'Arts'));
      await expect(find('menu').nth(1)).toHaveText(/^Music History$/);
      await user.click(find('menuitemcheckbox', 'History'));
      await expect(find('status')).toHaveText('Course code: ART-HIS');
    },
  },
];
