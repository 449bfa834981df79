import type { ComponentPropsWithoutRef } from 'react';
import './tokens.css';
import './button.css';

export interface ButtonProps extends ComponentPropsWithoutRef<'button'> {
  /**
   * How loud the button is. At most one button in a view should be loud.
   * @since 1.2
   */
  tone?: 'quiet' | 'loud';
}

/** Starts an action. */
export function Button({ tone = 'quiet', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className="ui-button" data-tone={tone} />;
}
