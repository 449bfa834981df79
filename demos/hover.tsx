/**
 * title: Hover
 * description: Columns open under the pointer. Only the last step needs a click.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const shelves = [
  {
    value: 'fiction',
    label: 'Fiction',
    children: [
      { value: 'crime', label: 'Crime' },
      { value: 'fantasy', label: 'Fantasy' },
    ],
  },
  {
    value: 'science',
    label: 'Science',
    children: [
      { value: 'biology', label: 'Biology' },
      { value: 'physics', label: 'Physics' },
      { value: 'geology', label: 'Geology' },
    ],
  },
  {
    value: 'travel',
    label: 'Travel',
    children: [
      { value: 'guides', label: 'Guides' },
      { value: 'maps', label: 'Maps' },
    ],
  },
];

export default function Hover() {
  const popup = usePopup();
  const [shelf, setShelf] = useState('');

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Shelf</label>
      <Cascader
        {...popup}
        expandTrigger="hover"
        options={shelves}
        onChange={(_, path) => setShelf(path.map((part) => part.label).join(' / '))}
        placeholder="Choose a shelf"
      />
      <output htmlFor={popup.id}>{shelf ? `Shelf: ${shelf}` : 'No shelf chosen.'}</output>
    </div>
  );
}
