/**
 * title: Debug
 * description: Many features in one select, to see how they work together.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const parts = [
  {
    value: 'frame',
    label: 'Frame',
    title: 'Everything that carries the rider',
    children: [
      { value: 'fork', label: 'Fork', title: 'Holds the front wheel' },
      { value: 'saddle', label: 'Saddle', title: 'Adjustable in height' },
    ],
  },
  {
    value: 'wheels',
    label: 'Wheels',
    children: [
      { value: 'rim', label: 'Rim' },
      { value: 'tyre', label: 'Tyre' },
      { value: 'spoke', label: 'Spoke', disabled: true, 'aria-disabled': true },
    ],
  },
  // An option with an empty list of children is a leaf.
  { value: 'bell', label: 'Bell', title: 'A part of its own', children: [] },
];

export default function Debug() {
  const popup = usePopup();
  const [chosen, setChosen] = useState<string[][]>([['bell']]);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Spare parts</label>
      <Cascader
        {...popup}
        checkable
        showSearch
        allowClear={{ label: 'Clear the parts' }}
        options={parts}
        value={chosen}
        onChange={setChosen}
        placeholder="Choose parts"
      />
      <output htmlFor={popup.id}>onChange: {JSON.stringify(chosen)}</output>
    </div>
  );
}
