/**
 * title: Counter
 * description: A demo is a component. This demo counts how often you **press** the button.
 */

import { Button } from '@handbook/ui';
import { useState } from 'react';

export default function Counter() {
  const [count, setCount] = useState(0);

  return (
    <Button tone="loud" onClick={() => setCount(count + 1)}>
      Pressed {count} times
    </Button>
  );
}
