/**
 * title: Change on select
 * description: Every level is a valid answer, not only the last one.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const topics = [
  {
    value: 'sport',
    label: 'Sport',
    children: [
      {
        value: 'football',
        label: 'Football',
        children: [
          { value: 'women', label: 'Women' },
          { value: 'men', label: 'Men' },
        ],
      },
      { value: 'tennis', label: 'Tennis' },
    ],
  },
  {
    value: 'culture',
    label: 'Culture',
    children: [
      { value: 'film', label: 'Film' },
      { value: 'books', label: 'Books' },
    ],
  },
];

export default function ChangeOnSelect() {
  const popup = usePopup();
  const [hover, setHover] = useState(false);
  const [topic, setTopic] = useState('');

  return (
    <div className="cascader-demo">
      <label>
        <input type="checkbox" checked={hover} onChange={() => setHover(!hover)} />
        Open columns on hover
      </label>
      <label htmlFor={popup.id}>News about</label>
      <Cascader
        {...popup}
        changeOnSelect
        showSearch
        expandTrigger={hover ? 'hover' : 'click'}
        options={topics}
        onChange={(_, path) => setTopic(path.map((part) => part.label).join(' / '))}
        placeholder="Choose a topic, wide or narrow"
      />
      <output htmlFor={popup.id}>{topic ? `You follow ${topic}.` : 'You follow nothing.'}</output>
    </div>
  );
}
