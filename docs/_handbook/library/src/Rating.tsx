import { useId, useState } from 'react';
import './tokens.css';
import './rating.css';

export interface RatingProps {
  /** The question that the reader answers. */
  label: string;
  /**
   * One word for each star, from worst to best.
   * @default ['Poor', 'Fair', 'Good', 'Excellent']
   */
  words?: string[];
  /** The star that is chosen at first, from 1. */
  defaultValue?: number;
  /** Called with the chosen star, from 1. */
  onChange?: (value: number) => void;
}

const WORDS = ['Poor', 'Fair', 'Good', 'Excellent'];
const STAR = 'm12 3.2 2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1L3.2 9.6l6.1-.8z';

/** Collects an opinion in stars. The stars are radio buttons, so the arrow keys work. */
export function Rating({ label, words = WORDS, defaultValue = 0, onChange }: RatingProps) {
  const name = useId();
  const [value, setValue] = useState(defaultValue);
  const choose = (star: number) => {
    setValue(star);
    onChange?.(star);
  };

  return (
    <fieldset className="ui-rating">
      <legend>{label}</legend>
      {words.map((word, index) => (
        <label key={word} data-on={index < value}>
          <input
            type="radio"
            name={name}
            aria-label={word}
            checked={index + 1 === value}
            onChange={() => choose(index + 1)}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={STAR} />
          </svg>
        </label>
      ))}
      <span aria-hidden="true">{words[value - 1]}</span>
    </fieldset>
  );
}
