/**
 * title: Multiple with search
 * description: Find several options by name. The typed text stays until you clear it.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const skills = [
  {
    value: 'code',
    label: 'Code',
    children: [
      { value: 'typescript', label: 'TypeScript' },
      { value: 'rust', label: 'Rust' },
      { value: 'python', label: 'Python' },
    ],
  },
  {
    value: 'prose',
    label: 'Prose',
    children: [
      { value: 'type', label: 'Typesetting' },
      { value: 'editing', label: 'Editing' },
    ],
  },
];

export default function MultipleSearch() {
  const popup = usePopup();
  const [chosen, setChosen] = useState<string[][]>([]);

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Skills</label>
      <Cascader
        {...popup}
        checkable
        options={skills}
        value={chosen}
        onChange={setChosen}
        showSearch={{ autoClearSearchValue: false }}
        notFoundContent="No such skill"
        placeholder="Type “type”"
      />
      <output htmlFor={popup.id}>
        {chosen.length === 0 ? 'No skills chosen.' : `Chosen: ${chosen.map((path) => path.at(-1)).join(', ')}`}
      </output>
    </div>
  );
}
