/**
 * title: Option render
 * description: Render each option yourself, here with its price.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './option-render.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

interface Item {
  value: string;
  label: string;
  price?: number;
  children?: Item[];
}

const menu: Item[] = [
  {
    value: 'pizza',
    label: 'Pizza',
    children: [
      { value: 'margherita', label: 'Margherita', price: 9 },
      { value: 'funghi', label: 'Funghi', price: 11 },
      { value: 'capricciosa', label: 'Capricciosa', price: 12 },
    ],
  },
  {
    value: 'pasta',
    label: 'Pasta',
    children: [
      { value: 'pesto', label: 'Pesto', price: 10 },
      { value: 'arrabbiata', label: 'Arrabbiata', price: 9 },
    ],
  },
];

export default function OptionRender() {
  const popup = usePopup();
  const [dish, setDish] = useState<Item>();

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Dish</label>
      <Cascader
        {...popup}
        options={menu}
        optionRender={({ label, price, children }) => (
          <span className="priced-option">
            {label}
            <small>{children ? `${children.length} kinds` : `€ ${price}`}</small>
          </span>
        )}
        onChange={(_, path) => setDish(path.at(-1))}
        placeholder="Choose a dish"
      />
      <output htmlFor={popup.id}>{dish ? `${dish.label} costs € ${dish.price}.` : 'No dish chosen.'}</output>
    </div>
  );
}
