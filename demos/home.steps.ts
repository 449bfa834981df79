import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The columns of the value are open',
    async run({ find, expect }) {
      await expect(find('status')).toHaveText('value: ["jp","kansai","kyoto"]');
      await expect(find('menu').nth(0)).toHaveText(/^France > Japan > Mexico >$/);
      await expect(find('menu').nth(1)).toHaveText(/^Kansai > Kantō >$/);
      await expect(find('menu').nth(2)).toHaveText(/^Kobe Kyoto Nara Osaka$/);
      await expect(find('menuitemcheckbox', 'Kyoto')).toBeChecked();
    },
  },
  {
    name: 'A click chooses another city',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Nara'));
      await expect(find('status')).toHaveText('value: ["jp","kansai","nara"]');
      await expect(find('menuitemcheckbox', 'Nara')).toBeChecked();
      await state('chosen');
    },
  },
  {
    name: 'A click on a country shows its regions',
    async run({ user, find, expect, state }) {
      await user.click(find('menuitemcheckbox', 'Mexico'));
      await expect(find('menu').nth(1)).toHaveText(/^Jalisco > Oaxaca >$/);
      await user.click(find('menuitemcheckbox', 'France'));
      await expect(find('menu').nth(1)).toHaveText(/^Normandy > Brittany >$/);
      await expect(find('menu')).toHaveCount(2);
      await expect(find('status')).toHaveText('value: ["jp","kansai","nara"]');
      await state('two-columns');
    },
  },
];
