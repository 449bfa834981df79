/**
 * title: Custom arrow icon
 * description: Replace the arrow of an option with children, and the loading icon.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './custom-arrow-icon.less';
import './shared/demo.less';
import { useLater } from './shared/use-later';
import { usePopup } from './shared/use-popup';

interface Stop {
  value: string;
  label: string;
  isLeaf?: boolean;
  children?: Stop[];
}

const lines: Stop[] = [
  { value: 'green', label: 'Green line', children: [{ value: 'park', label: 'Park' }] },
  { value: 'night', label: 'Night bus', isLeaf: false },
];

const nightStops: Stop[] = [
  { value: 'station', label: 'Station' },
  { value: 'harbour', label: 'Harbour' },
];

const arrow = (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden>
    <path d="M2 7h9M8 4l3 3-3 3" />
  </svg>
);
const spinner = (
  <svg className="spinner" width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden>
    <path d="M7 2a5 5 0 1 1-5 5" stroke="currentColor" strokeWidth="2" />
  </svg>
);

export default function CustomArrowIcon() {
  const popup = usePopup();
  const later = useLater();
  const [options, setOptions] = useState(lines);
  const [stop, setStop] = useState('');

  const loadStops = ([line]: Stop[]) => {
    // The component also loads a line whose stops are known.
    if (!line || line.children) return;
    const answer = (all: Stop[]) =>
      all.map((one) => (one.value === line.value ? { ...one, children: nightStops } : one));
    later(() => setOptions(answer), 600);
  };

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Stop</label>
      <Cascader
        {...popup}
        options={options}
        loadData={loadStops}
        expandIcon={arrow}
        loadingIcon={spinner}
        onChange={(_, path) => setStop(path.map((part) => part.label).join(', '))}
        placeholder="Choose a stop"
      />
      <output htmlFor={popup.id}>{stop ? `Stop: ${stop}` : 'No stop chosen.'}</output>
    </div>
  );
}
