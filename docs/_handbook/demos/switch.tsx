/**
 * title: Switch
 * description: The styles are in `switch.less`, in the second tab of the code.
 */
import { useState } from 'react';
import './switch.less';

export default function Switch() {
  const [on, setOn] = useState(true);

  return (
    <button type="button" role="switch" aria-checked={on} className="handbook-switch" onClick={() => setOn(!on)}>
      Notifications
    </button>
  );
}
