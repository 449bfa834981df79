/**
 * title: A first demo
 * description: Import a component by the package name, and show what the component does.
 */
import { useState } from 'react';

export default function Hello() {
  const [name, setName] = useState('');

  return (
    <p>
      <label>
        Your name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>{' '}
      Hello {name || 'world'}!
    </p>
  );
}
