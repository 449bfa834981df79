/**
 * title: Rating
 */
import { Rating, type RatingProps } from '@handbook/ui';

export default function Demo({ label = 'How was it?', defaultValue = 3, words, onChange }: RatingProps) {
  return <Rating label={label} defaultValue={defaultValue} words={words} onChange={onChange} />;
}
