import { Card } from '@handbook/ui';
import { useId, useState } from 'react';
import { contrastRatio, levelOf } from './contrast-ratio.ts';
import './contrast-meter.css';

export interface ContrastMeterProps {
  /** Initial color of the text, as `#rrggbb`. */
  text: string;
  /** Initial color of the background, as `#rrggbb`. */
  background: string;
}

/** Two color inputs, a sample text in these colors, and its contrast as defined by WCAG 2. */
export function ContrastMeter(initial: ContrastMeterProps) {
  const id = useId();
  const [text, setText] = useState(initial.text);
  const [background, setBackground] = useState(initial.background);
  const ratio = contrastRatio(text, background);

  return (
    <Card title="Contrast">
      <div className="contrast-meter">
        <p className="contrast-meter-sample" style={{ color: text, background }}>
          The quick brown fox jumps over the lazy dog.
        </p>
        <label htmlFor={`${id}-text`}>Text</label>
        <input id={`${id}-text`} type="color" value={text} onChange={(event) => setText(event.target.value)} />
        <label htmlFor={`${id}-background`}>Background</label>
        <input
          id={`${id}-background`}
          type="color"
          value={background}
          onChange={(event) => setBackground(event.target.value)}
        />
        <output htmlFor={`${id}-text ${id}-background`}>
          {ratio.toFixed(2)} : 1, {levelOf(ratio)}
        </output>
      </div>
    </Card>
  );
}
