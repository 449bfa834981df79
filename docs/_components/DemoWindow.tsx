import { useState } from 'react';
import './demo-window.css';

const CHOICES = {
  locale: { label: 'Language', values: ['en-US', 'zh-CN'] },
  theme: { label: 'Colors', values: ['light', 'dark'] },
  dir: { label: 'Direction', values: ['ltr', 'rtl'] },
} as const;
type Key = keyof typeof CHOICES;
const KEYS = Object.keys(CHOICES) as Key[];

/** Shows a demo on its own page (`url`) in a frame, with the chosen language, color scheme and direction. */
export function DemoWindow({ url }: { url: string }) {
  const [chosen, setChosen] = useState<Record<Key, string>>({ locale: 'zh-CN', theme: 'dark', dir: 'rtl' });
  const address = `${url}?${new URLSearchParams(chosen)}`;

  return (
    <div className="demo-window">
      {KEYS.map((key) => (
        <label key={key}>
          {CHOICES[key].label}
          <select value={chosen[key]} onChange={({ target }) => setChosen({ ...chosen, [key]: target.value })}>
            {CHOICES[key].values.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </label>
      ))}
      <iframe src={address} title="The demo on its own page" />
      <p>
        <a href={address}>{address}</a>
      </p>
    </div>
  );
}
