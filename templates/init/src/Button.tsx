import type { ComponentPropsWithRef } from 'react';
import './button.css';

/** Props of {@link Button}: its own, and all that a `<button>` takes. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** How much attention the button asks for. Use `primary` once in a view. Default: `secondary`. */
  variant?: 'primary' | 'secondary';
  /** Something is under way: the button stays in place, says so and takes no clicks. Default: false. */
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
