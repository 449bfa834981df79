/**
 * title: Adjust overflow
 * description: If there is not enough space, the popup opens to the other side.
 */
import Cascader, { type CascaderProps } from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './adjust-overflow.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const colors = [
  {
    value: 'warm',
    label: 'Warm',
    children: [
      { value: 'amber', label: 'Amber' },
      { value: 'coral', label: 'Coral' },
    ],
  },
  {
    value: 'cool',
    label: 'Cool',
    children: [
      { value: 'teal', label: 'Teal' },
      { value: 'indigo', label: 'Indigo' },
    ],
  },
];

/** The four placements of the popup. It starts with `bottomLeft`, and is mirrored if it does not fit. */
function placements(flip: boolean): CascaderProps['builtinPlacements'] {
  const overflow = flip ? { adjustX: 1, adjustY: 1 } : {};
  return {
    bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow },
    bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow },
    topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow },
    topRight: { points: ['br', 'tr'], offset: [0, -4], overflow },
  };
}

export default function AdjustOverflow() {
  const popup = usePopup();
  const [flip, setFlip] = useState(true);
  const [color, setColor] = useState('');

  return (
    <div className="cascader-demo">
      <label>
        <input type="checkbox" checked={flip} onChange={() => setFlip(!flip)} />
        Adjust to the available room
      </label>
      <div className="tight-box">
        <label htmlFor={popup.id}>Color</label>
        <Cascader
          {...popup}
          key={String(flip)}
          builtinPlacements={placements(flip)}
          options={colors}
          onChange={(_, path) => setColor(path.map((part) => part.label).join(' / '))}
          placeholder="Choose"
        />
      </div>
      <output htmlFor={popup.id}>{color ? `Color: ${color}` : 'No color chosen.'}</output>
    </div>
  );
}
