/**
 * title: Disabled
 * description: Disable one option, a whole branch, or the select itself.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

/** Options pass their `aria-*` keys to their elements. */
const soldOut = { disabled: true, 'aria-disabled': true };

const seats = [
  {
    value: 'stalls',
    label: 'Stalls',
    children: [
      { value: 'a', label: 'Row A', ...soldOut },
      { value: 'b', label: 'Row B' },
      { value: 'c', label: 'Row C' },
    ],
  },
  {
    value: 'circle',
    label: 'Circle',
    ...soldOut,
    children: [{ value: 'd', label: 'Row D' }],
  },
  {
    value: 'gallery',
    label: 'Gallery',
    children: [{ value: 'e', label: 'Row E' }],
  },
];

export default function Disabled() {
  const popup = usePopup();
  const [closed, setClosed] = useState(false);
  const [seat, setSeat] = useState<string[]>([]);

  return (
    <div className="cascader-demo">
      <label>
        <input type="checkbox" checked={closed} onChange={() => setClosed(!closed)} />
        The box office is closed
      </label>
      <label htmlFor={popup.id}>Seat</label>
      <Cascader
        {...popup}
        disabled={closed}
        options={seats}
        value={seat}
        onChange={setSeat}
        placeholder="Choose a row"
      />
      <output htmlFor={popup.id}>{seat.length ? `Seat: ${seat.join(', ')}` : 'No seat yet.'}</output>
    </div>
  );
}
