/**
 * title: Simple
 * description: Choose a city in three steps. Any element can be the trigger, here a text field.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const places = [
  {
    value: 'fr',
    label: 'France',
    children: [
      {
        value: 'normandy',
        label: 'Normandy',
        children: [
          { value: 'caen', label: 'Caen' },
          { value: 'rouen', label: 'Rouen' },
        ],
      },
      { value: 'brittany', label: 'Brittany', children: [{ value: 'rennes', label: 'Rennes' }] },
    ],
  },
  {
    value: 'jp',
    label: 'Japan',
    children: [
      {
        value: 'kansai',
        label: 'Kansai',
        children: [
          { value: 'osaka', label: 'Osaka' },
          { value: 'kyoto', label: 'Kyoto' },
        ],
      },
    ],
  },
];

export default function Simple() {
  const popup = usePopup();
  const [city, setCity] = useState('');

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>City</label>
      <Cascader
        {...popup}
        options={places}
        onChange={(_, path) => setCity(path.map((place) => place.label).join(' / '))}
      >
        <input id={popup.id} value={city} placeholder="Choose a city" readOnly />
      </Cascader>
      <output htmlFor={popup.id}>{city ? `You chose ${city}.` : 'No city chosen yet.'}</output>
    </div>
  );
}
