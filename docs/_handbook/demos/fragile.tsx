/**
 * title: Fragile
 * description: Press the button to see what an error looks like. Everything else on the page keeps working.
 */

import { Button } from '@handbook/ui';
import { useState } from 'react';

export default function Fragile() {
  const [dropped, setDropped] = useState(false);
  if (dropped) throw new Error('The vase is in pieces.');

  return <Button onClick={() => setDropped(true)}>Drop the vase</Button>;
}
