import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'A click on the button opens the list',
    async run({ user, find, expect, state }) {
      await expect(find.css('.cascader-demo')).toHaveText('Weather for Rome. Change city');
      await expect(find('button', 'Change city')).not.toBeExpanded();
      await user.click(find('button', 'Change city'));
      await expect(find('button', 'Change city')).toBeExpanded();
      await expect(find('menu')).toHaveText(/^Italy > Chile >$/);
      await state('open');
    },
  },
  {
    name: 'A click on a city changes the text',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Italy'));
      await expect(find('menu').nth(1)).toHaveText(/^Rome Turin$/);
      await state('two-columns');
      await user.click(find('menuitemcheckbox', 'Turin'));
      await expect(find('menu')).toBeHidden();
      await expect(find('button', 'Change city')).not.toBeExpanded();
      await expect(find.css('strong')).toHaveText(/^Turin$/);
    },
  },
  {
    name: 'Enter opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await expect(find('button', 'Change city')).toHaveFocus();
      await user.press('Enter');
      await expect(find('menuitemcheckbox', 'Turin')).toBeChecked();
    },
  },
  {
    name: 'Escape closes the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await expect(find('button', 'Change city')).toHaveFocus();
    },
  },
  {
    name: 'Arrow keys and Enter choose a city',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await user.press('ArrowLeft');
      await user.press('ArrowDown');
      await user.press('ArrowRight');
      await expect(find('menu').nth(1)).toHaveText(/^Santiago Arica$/);
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find.css('strong')).toHaveText(/^Santiago$/);
    },
  },
];
