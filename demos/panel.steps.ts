import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'The panels show their values without a popup',
    async run({ find, expect }) {
      const one = find('group', 'One room');
      await expect(one.find('menu').nth(0)).toHaveText(/^North wing > South wing >$/);
      await expect(one.find('menu').nth(1)).toHaveText(/^Room 1 Room 2$/);
      await expect(one.find('menuitemcheckbox', 'Room 1')).toBeChecked();
      await expect(find('status').nth(0)).toHaveText('Room: north, n1');
      await expect(find('group', 'Several rooms').find('menu').nth(0)).toHaveText(/^North wing > South wing >$/);
      await expect(find('status').nth(1)).toHaveText('Booked: south, s1');
      await expect(find('group', 'No rooms')).toHaveText('Every room is taken today.');
    },
  },
  {
    name: 'A click chooses one room',
    async run({ user, find, expect, state }) {
      const panel = find('group', 'One room');
      await user.click(panel.find('menuitemcheckbox', 'South wing'));
      await expect(panel.find('menu').nth(1)).toHaveText(/^Room 3 Room 4 Room 5$/);
      await user.click(panel.find('menuitemcheckbox', 'Room 4'));
      await expect(find('status').nth(0)).toHaveText('Room: south, s2');
      await expect(panel.find('menuitemcheckbox', 'Room 4')).toBeChecked();
      await state('chosen');
    },
  },
  {
    name: 'Clicks choose several rooms',
    async run({ user, find, expect, state }) {
      const panel = find('group', 'Several rooms');
      await user.click(panel.find('menuitemcheckbox', 'North wing'));
      await user.click(panel.find('menuitemcheckbox', 'Room 2'));
      await expect(find('status').nth(1)).toHaveText('Booked: south, s1; north, n2');
      await user.click(panel.find('menuitemcheckbox', 'South wing'));
      await expect(panel.find('menuitemcheckbox', 'Room 3')).toBeChecked();
      await state('several');
      await user.click(panel.find('menuitemcheckbox', 'Room 3'));
      await expect(find('status').nth(1)).toHaveText(/^Booked: north, n2$/);
    },
  },
  {
    name: 'Without booked rooms, the text says none',
    async run({ user, find, expect }) {
      const panel = find('group', 'Several rooms');
      await user.click(panel.find('menuitemcheckbox', 'North wing'));
      await user.click(panel.find('menuitemcheckbox', 'Room 2'));
      await expect(find('status').nth(1)).toHaveText('Booked: none');
    },
  },
  {
    name: 'Space switches the direction from right to left',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.click(find('checkbox', 'Right to left'));
      await user.press('Space');
      await expect(find('checkbox', 'Right to left')).not.toBeChecked();
      await user.press('Space');
      await expect(find('checkbox', 'Right to left')).toBeChecked();
      await expect(find.css('.rc-cascader-panel-rtl')).toHaveCount(3);
      await state('right-to-left');
    },
  },
  {
    name: 'Tab and Space disable the panels',
    keyboard: true,
    async run({ user, find, expect, state }) {
      await user.tab({ shift: true });
      await expect(find('checkbox', 'Disabled')).toHaveFocus();
      await user.press('Space');
      await expect(find('checkbox', 'Disabled')).toBeChecked();
      await expect(find('group', 'One room').find.css('.rc-cascader-menu-item-disabled')).toHaveCount(5);
      await state('disabled');
    },
  },
  {
    name: 'A click in a disabled panel changes nothing',
    async run({ user, find, expect }) {
      await user.click(find('group', 'One room').find('menuitemcheckbox', 'Room 5'));
      await user.click(find('group', 'Several rooms').find('menuitemcheckbox', 'Room 1'));
      await expect(find('status').nth(0)).toHaveText('Room: south, s2');
      await expect(find('status').nth(1)).toHaveText('Booked: none');
    },
  },
];
