import { Panel } from '@rc-component/cascader';
import { type CSSProperties, useEffect, useState } from 'react';

interface Option {
  value: string;
  label: string;
  children?: Option[];
}

interface OpenPanelProps {
  options: Option[];
  value: string[];
  onChange: (value: string[]) => void;
  style?: CSSProperties;
}

/**
 * A panel whose columns are complete in the HTML of a server. `Panel` opens the columns of its value in an effect, so without a
 * script it has only the first one. Until then, this component shows the columns itself.
 */
export function OpenPanel({ style, ...props }: OpenPanelProps) {
  const [isReady, setReady] = useState(false);
  // The effects of `Panel` run first, so both changes are shown at the same time.
  useEffect(() => setReady(true), []);

  return (
    <>
      {!isReady && <Columns {...props} style={style} />}
      <Panel {...props} style={isReady ? style : { display: 'none' }} />
    </>
  );
}

function Columns({ options, value, style }: Omit<OpenPanelProps, 'onChange'>) {
  const columns = [options];
  for (const step of value) {
    const { children } = columns.at(-1)?.find((option) => option.value === step) ?? {};
    if (children) columns.push(children);
  }
  return (
    <div className="rc-cascader-panel" style={style}>
      <div className="rc-cascader-menus">
        {columns.map((column, level) => (
          <ul key={column[0]?.value} className="rc-cascader-menu">
            {column.map((option) => (
              <Item key={option.value} {...option} isOpen={option.value === value[level]} />
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}

function Item({ label, children, isOpen }: Option & { isOpen: boolean }) {
  const names = [
    'rc-cascader-menu-item',
    children && 'rc-cascader-menu-item-expand',
    isOpen && 'rc-cascader-menu-item-active',
  ];
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <div className="rc-cascader-menu-item-content">{label}</div>
      {children && <div className="rc-cascader-menu-item-expand-icon">&gt;</div>}
    </li>
  );
}
