/**
 * title: Rating
 * description: Radio buttons in a fieldset, so the keyboard works without more code.
 */
import { useId, useState } from 'react';

const words = ['Poor', 'Fair', 'Good', 'Excellent'];

export default function Rating() {
  const name = useId();
  const [rating, setRating] = useState('Good');

  return (
    <fieldset>
      <legend>How was it?</legend>
      {words.map((word) => (
        <label key={word} style={{ display: 'inline-block', marginInlineEnd: 12 }}>
          <input type="radio" name={name} checked={rating === word} onChange={() => setRating(word)} /> {word}
        </label>
      ))}
    </fieldset>
  );
}
