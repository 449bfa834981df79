/**
 * title: Search
 * description: Type to find an option on any level. You control the filter, the order and the look of the results.
 */
import Cascader, { type SearchConfig } from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

interface Category {
  value: string;
  label: string;
  children?: Category[];
}

const catalogue: Category[] = [
  {
    value: 'kitchen',
    label: 'Kitchen',
    children: [
      { value: 'pans', label: 'Pans' },
      { value: 'tea', label: 'Tea and coffee' },
      { value: 'knives', label: 'Knives' },
    ],
  },
  {
    value: 'garden',
    label: 'Garden',
    children: [
      { value: 'tools', label: 'Tools' },
      { value: 'plants', label: 'Plants' },
    ],
  },
];

const nameOf = (path: Category[]) => path.map((category) => category.label).join(' / ');

const search: SearchConfig<Category> = {
  filter: (text, path) => nameOf(path).toLowerCase().includes(text.toLowerCase()),
  sort: (a, b) => nameOf(a).localeCompare(nameOf(b), 'en'),
  limit: 5,
  render: (text, path) => {
    const name = nameOf(path);
    const start = name.toLowerCase().indexOf(text.toLowerCase());
    const end = start + text.length;
    return (
      <span>
        {name.slice(0, start)}
        <mark>{name.slice(start, end)}</mark>
        {name.slice(end)}
      </span>
    );
  },
};

export default function Search() {
  const popup = usePopup();
  const [chosen, setChosen] = useState('');

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Category</label>
      <Cascader
        {...popup}
        options={catalogue}
        showSearch={search}
        notFoundContent="No category has this name"
        animation="slide-up"
        placeholder="Type “pan” or “garden”"
        onChange={(_, path) => setChosen(nameOf(path))}
      />
      <output htmlFor={popup.id}>{chosen ? `Category: ${chosen}` : 'No category chosen.'}</output>
    </div>
  );
}
