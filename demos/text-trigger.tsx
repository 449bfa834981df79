/**
 * title: Text trigger
 * description: A word in a sentence opens the popup.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const places = [
  {
    value: 'italy',
    label: 'Italy',
    children: [
      { value: 'rome', label: 'Rome' },
      { value: 'turin', label: 'Turin' },
    ],
  },
  {
    value: 'chile',
    label: 'Chile',
    children: [
      { value: 'santiago', label: 'Santiago' },
      { value: 'arica', label: 'Arica' },
    ],
  },
];

export default function TextTrigger() {
  const popup = usePopup();
  const [open, setOpen] = useState(false);
  const [city, setCity] = useState('Rome');

  return (
    <div className="cascader-demo">
      <div>
        Weather for <strong aria-live="polite">{city}</strong>.{' '}
        <Cascader
          {...popup}
          options={places}
          open={open}
          onPopupVisibleChange={setOpen}
          onChange={(_, path) => setCity(path.at(-1)?.label ?? 'nowhere')}
        >
          <button type="button" className="demo-link" aria-expanded={open}>
            Change city
          </button>
        </Cascader>
      </div>
    </div>
  );
}
