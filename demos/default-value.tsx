/**
 * title: Default value
 * description: Start with a value, and let the component keep it.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const languages = [
  {
    value: 'en',
    label: 'English',
    children: [
      { value: 'gb', label: 'United Kingdom' },
      { value: 'us', label: 'United States' },
      { value: 'au', label: 'Australia' },
    ],
  },
  {
    value: 'pt',
    label: 'Portuguese',
    children: [
      { value: 'pt', label: 'Portugal' },
      { value: 'br', label: 'Brazil' },
    ],
  },
];

export default function DefaultValue() {
  const popup = usePopup();
  const [changes, setChanges] = useState(0);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Language</label>
      <Cascader
        {...popup}
        options={languages}
        defaultValue={['pt', 'br']}
        onChange={() => setChanges((count) => count + 1)}
      />
      <output htmlFor={popup.id}>{changes === 0 ? 'Still the default.' : `Changed, times: ${changes}`}</output>
    </div>
  );
}
