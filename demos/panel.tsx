/**
 * title: Panel
 * description: The columns without a select, always open, on the page.
 */
import { Panel as CascaderPanel } from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';

const rooms = [
  {
    value: 'north',
    label: 'North wing',
    children: [
      { value: 'n1', label: 'Room 1' },
      { value: 'n2', label: 'Room 2' },
    ],
  },
  {
    value: 'south',
    label: 'South wing',
    children: [
      { value: 's1', label: 'Room 3' },
      { value: 's2', label: 'Room 4' },
      { value: 's3', label: 'Room 5' },
    ],
  },
];

export default function Panel() {
  const [room, setRoom] = useState<string[]>(['north', 'n1']);
  const [booked, setBooked] = useState<string[][]>([['south', 's1']]);
  const [disabled, setDisabled] = useState(false);
  const [rtl, setRtl] = useState(false);
  const look = { disabled, direction: rtl ? 'rtl' : 'ltr' } as const;

  return (
    <div className="cascader-demo">
      <div className="demo-row">
        <label>
          <input type="checkbox" checked={disabled} onChange={() => setDisabled(!disabled)} />
          Disabled
        </label>
        <label>
          <input type="checkbox" checked={rtl} onChange={() => setRtl(!rtl)} />
          Right to left
        </label>
      </div>
      <fieldset>
        <legend>One room</legend>
        <CascaderPanel {...look} options={rooms} value={room} onChange={setRoom} />
      </fieldset>
      <output>Room: {room.join(', ')}</output>
      <fieldset>
        <legend>Several rooms</legend>
        <CascaderPanel {...look} checkable options={rooms} value={booked} onChange={setBooked} />
      </fieldset>
      <output>Booked: {booked.map((path) => path.join(', ')).join('; ') || 'none'}</output>
      <fieldset>
        <legend>No rooms</legend>
        <CascaderPanel {...look} options={[]} notFoundContent="Every room is taken today." />
      </fieldset>
    </div>
  );
}
