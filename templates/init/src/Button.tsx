import type { ComponentPropsWithRef } from 'react';
import './button.css';

/** Props of {@link Button}, in addition to those of `<button>`. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Emphasis of the button. Use `primary` once per view. Default: `secondary`. */
  variant?: 'primary' | 'secondary';
  /** Whether an action is in progress: the button keeps the focus, ignores clicks, and informs screen readers. Default: false. */
  busy?: boolean;
}

/** A button that starts an action. */
export function Button({ variant = 'secondary', busy = false, className, onClick, ...rest }: ButtonProps) {
  const classes = ['button', `button-${variant}`, className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      // Unlike `disabled`, this keeps the keyboard focus on the button.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
