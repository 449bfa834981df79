/**
 * title: Value
 * description: Keep the value in your own state, and also change it from outside.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const offices = [
  {
    value: 'europe',
    label: 'Europe',
    children: [
      { value: 'lisbon', label: 'Lisbon' },
      { value: 'oslo', label: 'Oslo' },
    ],
  },
  {
    value: 'asia',
    label: 'Asia',
    children: [
      { value: 'seoul', label: 'Seoul' },
      { value: 'pune', label: 'Pune' },
    ],
  },
];

export default function Value() {
  const popup = usePopup();
  const [office, setOffice] = useState<string[]>(['europe', 'lisbon']);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Office</label>
      <Cascader {...popup} options={offices} value={office} onChange={setOffice} placeholder="Choose an office" />
      <div className="demo-row">
        <button type="button" onClick={() => setOffice(['asia', 'seoul'])}>
          Move to Seoul
        </button>
        <button type="button" onClick={() => setOffice([])}>
          Work from home
        </button>
      </div>
      <output htmlFor={popup.id}>Value: {JSON.stringify(office)}</output>
    </div>
  );
}
