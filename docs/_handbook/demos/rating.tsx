/**
 * title: Rating
 * description: Radio buttons in a fieldset, so the keyboard works without more code.
 */
import { Rating } from '@handbook/ui';

export default () => <Rating label="How was it?" defaultValue={3} />;
