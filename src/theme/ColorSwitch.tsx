import type { ReactElement } from 'react';
import { useMessage, useSite } from '../runtime/index.ts';
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

const SCHEMES = [
  { value: 'light', message: 'color.light', Icon: SunIcon },
  { value: 'dark', message: 'color.dark', Icon: MoonIcon },
  { value: 'auto', message: 'color.auto', Icon: ScreenIcon },
];

/** The checked state belongs to the browser, never to React. */
export function ColorSwitch(): ReactElement {
  const message = useMessage();
  const { prefersColor } = useSite();
  return (
    <fieldset className="color-switch">
      <legend className="visually-hidden">{message('color.label')}</legend>
      {SCHEMES.map(({ value, message: id, Icon }) => (
        <label key={value} title={message(id)}>
          <input
            type="radio"
            name="color-scheme"
            value={value}
            defaultChecked={value === prefersColor.default}
            suppressHydrationWarning
          />
          <Icon />
          <span className="visually-hidden">{message(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
