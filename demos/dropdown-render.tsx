/**
 * title: Dropdown render
 * description: Add your own content around the columns, here a footer with a button.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './dropdown-render.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const stores = [
  {
    value: 'berlin',
    label: 'Berlin',
    children: [
      { value: 'mitte', label: 'Mitte' },
      { value: 'wedding', label: 'Wedding' },
    ],
  },
  {
    value: 'vienna',
    label: 'Vienna',
    children: [
      { value: 'neubau', label: 'Neubau' },
      { value: 'hietzing', label: 'Hietzing' },
    ],
  },
];

export default function DropdownRender() {
  const popup = usePopup();
  const [open, setOpen] = useState(false);
  const [store, setStore] = useState<string[]>([]);

  const deliverHome = () => {
    setStore([]);
    setOpen(false);
  };

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Collect from</label>
      <Cascader
        {...popup}
        options={stores}
        value={store}
        onChange={setStore}
        open={open}
        onPopupVisibleChange={setOpen}
        placeholder="Deliver to my home"
        popupRender={(columns) => (
          <>
            {popup.popupRender(columns)}
            <div className="store-footer">
              <span>Open from 9 to 18</span>
              <button type="button" onClick={deliverHome}>
                Deliver instead
              </button>
            </div>
          </>
        )}
      />
      <output htmlFor={popup.id}>
        {store.length ? `Ready tomorrow in ${store.join(', ')}.` : 'We deliver to your home.'}
      </output>
    </div>
  );
}
