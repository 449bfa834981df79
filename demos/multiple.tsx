/**
 * title: Multiple
 * description: Check whole branches or single leaves, and decide which of them are in the value.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const departments = [
  {
    value: 'product',
    label: 'Product',
    children: [
      { value: 'design', label: 'Design' },
      { value: 'research', label: 'Research' },
      { value: 'writing', label: 'Writing' },
    ],
  },
  {
    value: 'engineering',
    label: 'Engineering',
    children: [
      { value: 'web', label: 'Web' },
      { value: 'mobile', label: 'Mobile' },
    ],
  },
];

const strategies = [
  { value: Cascader.SHOW_PARENT, label: 'Name a full branch once' },
  { value: Cascader.SHOW_CHILD, label: 'Name every leaf' },
];

export default function Multiple() {
  const popup = usePopup();
  const [strategy, setStrategy] = useState<(typeof strategies)[number]['value']>(Cascader.SHOW_PARENT);
  const [teams, setTeams] = useState<string[][]>([['product', 'design']]);

  return (
    <div className="cascader-demo">
      <fieldset>
        <legend>Value</legend>
        {strategies.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={popup.id} checked={strategy === value} onChange={() => setStrategy(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <label htmlFor={popup.id}>Teams to invite</label>
      <Cascader
        {...popup}
        checkable
        options={departments}
        showCheckedStrategy={strategy}
        value={teams}
        onChange={setTeams}
      />
      <output htmlFor={popup.id}>Value: {teams.map((path) => path.join('/')).join(', ') || 'nobody'}</output>
    </div>
  );
}
