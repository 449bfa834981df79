/**
 * title: Dynamic options
 * description: Load the next column when its parent is opened.
 */
import Cascader from '@rc-component/cascader';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { useLater } from './shared/use-later';
import { usePopup } from './shared/use-popup';

interface Folder {
  value: string;
  label: string;
  isLeaf: boolean;
  children?: Folder[];
}

const drives: Folder[] = [
  { value: 'photos', label: 'Photos', isLeaf: false },
  { value: 'music', label: 'Music', isLeaf: false },
];

/** Responses of a server. */
const albumsOf = (drive: Folder): Folder[] =>
  ['2024', '2025', '2026'].map((year) => ({
    value: year,
    label: `${drive.label} of ${year}`,
    isLeaf: true,
  }));

export default function DynamicOptions() {
  const popup = usePopup();
  const later = useLater();
  const [options, setOptions] = useState(drives);
  const [chosen, setChosen] = useState('');

  const loadAlbums = ([drive]: Folder[]) => {
    const answer = (all: Folder[]) =>
      all.map((one) => (one.value === drive?.value ? { ...one, children: albumsOf(one) } : one));
    later(() => setOptions(answer), 400);
  };

  return (
    <div className="cascader-demo">
      <label htmlFor={popup.id}>Folder</label>
      <Cascader
        {...popup}
        changeOnSelect
        options={options}
        loadData={loadAlbums}
        loadingIcon="…"
        onChange={(_, path) => setChosen(path.map((folder) => folder.label).join(' / '))}
        placeholder="Choose a folder"
      />
      <output htmlFor={popup.id}>{chosen ? `Folder: ${chosen}` : 'No folder chosen.'}</output>
    </div>
  );
}
