/**
 * title: Expand a single option
 * description: Select the only child automatically.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

interface Place {
  value: string;
  label: string;
  children?: Place[];
}

const museums: Place[] = [
  {
    value: 'iceland',
    label: 'Iceland',
    children: [{ value: 'reykjavik', label: 'Reykjavík', children: [{ value: 'saga', label: 'Saga Museum' }] }],
  },
  {
    value: 'spain',
    label: 'Spain',
    children: [
      { value: 'bilbao', label: 'Bilbao', children: [{ value: 'fine', label: 'Fine Arts' }] },
      { value: 'madrid', label: 'Madrid', children: [{ value: 'prado', label: 'Prado' }] },
    ],
  },
];

/** Extends the path as long as its last option has exactly one child. */
function followOnlyChildren(path: Place[]): Place[] {
  const [next, ...others] = path.at(-1)?.children ?? [];
  return next && others.length === 0 ? followOnlyChildren([...path, next]) : path;
}

export default function DefaultExpandSingleOption() {
  const popup = usePopup();
  const [path, setPath] = useState<Place[]>([]);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Museum</label>
      <Cascader
        {...popup}
        changeOnSelect
        options={museums}
        value={path.map((place) => place.value)}
        onChange={(_, chosen) => setPath(followOnlyChildren(chosen))}
        placeholder="Choose a museum"
      />
      <output htmlFor={popup.id}>
        {path.length ? path.map((place) => place.label).join(' / ') : 'No museum chosen.'}
      </output>
    </div>
  );
}
