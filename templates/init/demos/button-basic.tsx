/**
 * title: Save a draft
 * description: After a click, the primary button is busy for a moment. Then a message confirms the action.
 */
import { useEffect, useState } from 'react';
import { Button } from '__NAME__';

export default function ButtonBasic() {
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');

  useEffect(() => {
    if (state !== 'saving') return;
    const timer = setTimeout(() => setState('saved'), 1200);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
      <Button variant="primary" busy={state === 'saving'} onClick={() => setState('saving')}>
        {state === 'saving' ? 'Saving…' : 'Save draft'}
      </Button>
      <Button onClick={() => setState('idle')}>Reset</Button>
      <span role="status">{state === 'saved' ? 'Draft saved.' : ''}</span>
    </div>
  );
}
