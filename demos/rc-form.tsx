/**
 * title: In a form
 * description: A required field, built with @rc-component/form.
 */
import Cascader from '@rc-component/cascader';
import Form, { Field } from '@rc-component/form';
import { useState } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

interface Order {
  drink?: string[];
}

const drinks = [
  {
    value: 'tea',
    label: 'Tea',
    children: [
      { value: 'green', label: 'Green' },
      { value: 'mint', label: 'Mint' },
    ],
  },
  {
    value: 'coffee',
    label: 'Coffee',
    children: [
      { value: 'filter', label: 'Filter' },
      { value: 'flat-white', label: 'Flat white' },
    ],
  },
];

export default function RcForm() {
  const popup = usePopup();
  const [ordered, setOrdered] = useState('');

  return (
    <Form<Order>
      className="cascader-demo"
      onFinish={({ drink = [] }) => setOrdered(drink.join(', '))}
      onFinishFailed={() => setOrdered('')}
      onReset={() => setOrdered('')}
    >
      <label htmlFor={popup.id}>Drink (required)</label>
      <Field<Order> name="drink" rules={[{ required: true, message: 'Please choose a drink.' }]}>
        {(control, { errors }) => (
          <>
            <Cascader
              {...popup}
              {...control}
              options={drinks}
              placeholder="Choose a drink"
              aria-required
              aria-invalid={errors.length > 0}
            />
            <p role="alert">{errors.join(' ')}</p>
          </>
        )}
      </Field>
      <div className="demo-row">
        <button type="submit">Order</button>
        <button type="reset">Start again</button>
      </div>
      <output htmlFor={popup.id}>{ordered ? `Ordered: ${ordered}` : 'Nothing ordered yet.'}</output>
    </Form>
  );
}
