/**
 * title: Visible
 * description: Open and close the popup from your own state.
 */
import Cascader, { type CascaderRef } from '@rc-component/cascader';
import { useRef, useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const menu = [
  {
    value: 'soup',
    label: 'Soup',
    children: [
      { value: 'leek', label: 'Leek' },
      { value: 'miso', label: 'Miso' },
    ],
  },
  {
    value: 'bread',
    label: 'Bread',
    children: [
      { value: 'rye', label: 'Rye' },
      { value: 'pita', label: 'Pita' },
    ],
  },
];

export default function Visible() {
  const popup = usePopup();
  const select = useRef<CascaderRef>(null);
  const [open, setOpen] = useState(false);
  const [pinned, setPinned] = useState(false);

  const openAndFocus = () => {
    setOpen(true);
    select.current?.focus();
  };

  return (
    <div className="cascader-demo">
      <div className="demo-row">
        <button type="button" onClick={openAndFocus}>
          Show the menu
        </button>
        <label>
          <input type="checkbox" checked={pinned} onChange={() => setPinned(!pinned)} />
          Keep it open
        </label>
        <output htmlFor={popup.id}>The popup is {open || pinned ? 'open' : 'closed'}.</output>
      </div>
      <label htmlFor={popup.id}>Lunch</label>
      <Cascader
        {...popup}
        ref={select}
        options={menu}
        open={open || pinned}
        onPopupVisibleChange={setOpen}
        placeholder="Choose a dish"
      />
    </div>
  );
}
