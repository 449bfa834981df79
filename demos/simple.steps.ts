import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'No city is chosen at first',
    async run({ find, expect }) {
      await expect(find('textbox', 'City')).toHaveValue('');
      await expect(find('textbox', 'City')).toHaveAttribute('placeholder', 'Choose a city');
      await expect(find('textbox', 'City')).toHaveAttribute('readonly');
      await expect(find('status')).toHaveText('No city chosen yet.');
    },
  },
  {
    name: 'A click opens the list',
    async run({ user, find, expect, state }) {
      await user.click(find('textbox', 'City'));
      await expect(find('menu')).toHaveText(/^France > Japan >$/);
      // The popup is beside the text field, where Tab and screen readers reach it.
      await expect(find.css('.cascader-demo').find('menu')).toBeVisible();
      await state('open');
    },
  },
  {
    name: 'A click on a country shows its regions',
    async run({ user, find, expect }) {
      await user.click(find('menuitemcheckbox', 'Japan'));
      await expect(find('menu').nth(1)).toHaveText(/^Kansai >$/);
      await user.click(find('menuitemcheckbox', 'France'));
      await expect(find('menu').nth(1)).toHaveText(/^Normandy > Brittany >$/);
      await expect(find('status')).toHaveText('No city chosen yet.');
    },
  },
  {
    name: 'A click on a city chooses it and closes the list',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Brittany'));
      await expect(find('menu').nth(2)).toHaveText(/^Rennes$/);
      await state('three-columns');
      await user.click(find('menuitemcheckbox', 'Rennes'));
      await expect(find('menu')).toBeHidden();
      await expect(find('textbox', 'City')).toHaveValue('France / Brittany / Rennes');
      await expect(find('status')).toHaveText('You chose France / Brittany / Rennes.');
    },
  },
  {
    name: 'Enter opens the list at the chosen city',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.press('Enter');
      await expect(find('menuitemcheckbox', 'Rennes')).toBeChecked();
      await state('chosen');
    },
  },
  {
    name: 'Escape closes the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Escape');
      await expect(find('menu')).toBeHidden();
      await expect(find('textbox', 'City')).toHaveFocus();
    },
  },
  {
    name: 'Space opens the list',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Space');
      await expect(find('menu')).toHaveCount(3);
    },
  },
  {
    name: 'Arrow Left goes back to the previous column',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowLeft');
      await user.press('ArrowLeft');
      await expect(find.css('.rc-cascader-menu-item-active')).toHaveText('France');
    },
  },
  {
    name: 'Arrow Down and Arrow Up move in a column',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowDown');
      await expect(find.css('.rc-cascader-menu-item-active')).toHaveText('Japan');
      await user.press('ArrowUp');
      await expect(find.css('.rc-cascader-menu-item-active')).toHaveText('France');
    },
  },
  {
    name: 'Arrow Right enters the next column',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('ArrowRight');
      await user.press('ArrowRight');
      await expect(find('menu').nth(2)).toHaveText(/^Caen Rouen$/);
      await expect(find.css('.rc-cascader-menu-item-active').nth(-1)).toHaveText('Caen');
    },
  },
  {
    name: 'Enter chooses the city',
    keyboard: true,
    async run({ user, find, expect }) {
      await user.press('Enter');
      await expect(find('menu')).toBeHidden();
      await expect(find('status')).toHaveText('You chose France / Normandy / Caen.');
    },
  },
  {
    name: 'A city of another country replaces the choice',
    async run({ user, find, expect }) {
      await user.click(find('textbox', 'City'));
      await user.click(find('menuitemcheckbox', 'Japan'));
      await user.click(find('menuitemcheckbox', 'Kansai'));
      await expect(find('menu').nth(2)).toHaveText(/^Osaka Kyoto$/);
      await user.click(find('menuitemcheckbox', 'Kyoto'));
      await expect(find('status')).toHaveText('You chose Japan / Kansai / Kyoto.');
    },
  },
];
