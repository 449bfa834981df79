/**
 * title: A city in three steps
 */
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { OpenPanel } from './shared/open-panel';

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
          { value: 'kobe', label: 'Kobe' },
          { value: 'kyoto', label: 'Kyoto' },
          { value: 'nara', label: 'Nara' },
          { value: 'osaka', label: 'Osaka' },
        ],
      },
      {
        value: 'kanto',
        label: 'Kantō',
        children: [
          { value: 'tokyo', label: 'Tokyo' },
          { value: 'yokohama', label: 'Yokohama' },
        ],
      },
    ],
  },
  {
    value: 'mx',
    label: 'Mexico',
    children: [
      {
        value: 'jalisco',
        label: 'Jalisco',
        children: [{ value: 'guadalajara', label: 'Guadalajara' }],
      },
      { value: 'oaxaca', label: 'Oaxaca', children: [{ value: 'oaxaca', label: 'Oaxaca de Juárez' }] },
    ],
  },
];

// Reserves the width of three columns, also if fewer are open.
const room = { inlineSize: 330, maxInlineSize: '100%', minBlockSize: 128 };

export default function Home() {
  const [path, setPath] = useState<string[]>(['jp', 'kansai', 'kyoto']);

  return (
    <div className="cascader-demo" style={{ alignItems: 'center' }}>
      <OpenPanel options={places} value={path} onChange={setPath} style={room} />
      <output>value: {JSON.stringify(path)}</output>
    </div>
  );
}
