import { type ReactNode, useState } from 'react';
import './tokens.css';
import './switch.css';

export interface SwitchProps {
  /** The label. Name what is on, such as "Notifications". */
  children: ReactNode;
  /** Whether the switch is on at first. */
  defaultChecked?: boolean;
  /** Prevents changes. */
  disabled?: boolean;
  /** Called with the new state. */
  onChange?: (checked: boolean) => void;
}

/** Turns a setting on or off. The change applies at once. */
export function Switch({ children, defaultChecked = false, disabled = false, onChange }: SwitchProps) {
  const [checked, setChecked] = useState(defaultChecked);
  const toggle = () => {
    setChecked(!checked);
    onChange?.(!checked);
  };

  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      className="ui-switch"
      disabled={disabled}
      onClick={toggle}
    >
      {children}
    </button>
  );
}
