/**
 * title: Custom field names
 * description: Use data with any field names.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

interface Unit {
  code: string;
  name: string;
  parts?: Unit[];
}

const university: Unit[] = [
  {
    code: 'SCI',
    name: 'Science',
    parts: [
      { code: 'MAT', name: 'Mathematics' },
      { code: 'CHE', name: 'Chemistry' },
      { code: 'PHY', name: 'Physics' },
    ],
  },
  {
    code: 'ART',
    name: 'Arts',
    parts: [
      { code: 'MUS', name: 'Music' },
      { code: 'HIS', name: 'History' },
    ],
  },
];

export default function CustomFieldName() {
  const popup = usePopup();
  const [codes, setCodes] = useState<string[]>([]);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Subject</label>
      <Cascader<Unit, 'code'>
        {...popup}
        fieldNames={{ label: 'name', value: 'code', children: 'parts' }}
        options={university}
        onChange={setCodes}
        placeholder="Choose a subject"
      />
      <output htmlFor={popup.id}>{codes.length ? `Course code: ${codes.join('-')}` : 'No subject chosen.'}</output>
    </div>
  );
}
