/**
 * title: Playground
 * props: placeholder disabled allowClear changeOnSelect expandTrigger placement direction showSearch defaultValue notFoundContent onChange
 */
import Cascader, { type CascaderProps } from '@rc-component/cascader';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const places = [
  {
    value: 'fr',
    label: 'France',
    children: [
      { value: 'normandy', label: 'Normandy' },
      { value: 'brittany', label: 'Brittany' },
    ],
  },
  {
    value: 'jp',
    label: 'Japan',
    children: [
      { value: 'kansai', label: 'Kansai' },
      { value: 'kanto', label: 'Kantō' },
    ],
  },
];

export default function Playground(props: CascaderProps) {
  const popup = usePopup();

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Region</label>
      <Cascader placeholder="Choose a region" {...props} {...popup} options={places} />
    </div>
  );
}
