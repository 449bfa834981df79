import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A country with one museum chooses the museum',
    async run({ user, find, expect, state }) {
      await expect(find.text('Choose a museum', { exact: true })).toBeVisible();
      await expect(find('status')).toHaveText('No museum chosen.');
      await user.click(find('combobox', 'Museum'));
      await expect(find('menu')).toHaveText(/^Iceland > Spain >$/);
      await user.click(find('menuitemcheckbox', 'Iceland'));
      await expect(find('status')).toHaveText(/^Iceland \/ Reykjavík \/ Saga Museum$/);
      await state('followed');
    },
  },
  {
    name: 'A country with several cities asks for the city',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Spain'));
      await expect(find('menu').nth(1)).toHaveText(/^Bilbao > Madrid >$/);
      await expect(find('status')).toHaveText(/^Spain$/);
      await state('asked');
    },
  },
  {
    name: 'The only museum of a city is chosen with the city',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Madrid'));
      await expect(find('status')).toHaveText(/^Spain \/ Madrid \/ Prado$/);
      await user.click(find('menuitemcheckbox', 'Bilbao'));
      await expect(find('status')).toHaveText(/^Spain \/ Bilbao \/ Fine Arts$/);
    },
  },
  {
    name: 'Escape closes the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('.rc-cascader-content')).toHaveText('Spain / Bilbao / Fine Arts');
    },
  },
  {
    name: 'Arrow Down opens the list at the chosen museum',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find('menuitemcheckbox', 'Fine Arts')).toBeChecked();
    },
  },
  {
    name: 'Arrow Left and Arrow Up go to Iceland, and Enter chooses its museum',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowLeft');
      await user.press('ArrowLeft');
      await user.press('ArrowUp');
      await user.press('Enter');
      await expect(find('status')).toHaveText('Iceland / Reykjavík / Saga Museum');
    },
  },
];
