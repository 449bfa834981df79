/**
 * title: Animation
 * description: The popup slides in and out. The name of the animation selects the CSS classes.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const trips = [
  {
    value: 'sea',
    label: 'By the sea',
    children: [
      { value: 'surf', label: 'Surfing' },
      { value: 'sail', label: 'Sailing' },
    ],
  },
  {
    value: 'hills',
    label: 'In the hills',
    children: [
      { value: 'walk', label: 'Walking' },
      { value: 'climb', label: 'Climbing' },
      { value: 'ski', label: 'Skiing' },
    ],
  },
];

export default function Animation() {
  const popup = usePopup();
  const [trip, setTrip] = useState('');

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Holiday</label>
      <Cascader
        {...popup}
        animation="slide-up"
        options={trips}
        onChange={(_, path) => setTrip(path.map((part) => part.label).join(' / '))}
        placeholder="Choose a holiday"
      />
      <output htmlFor={popup.id}>{trip ? `Holiday: ${trip}` : 'No holiday chosen.'}</output>
    </div>
  );
}
