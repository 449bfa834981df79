import type { ReactElement } from 'react';
import { Link, useHome, useSite } from '../runtime/index.ts';

export function Logo(): ReactElement {
  const { name, logo } = useSite();
  return (
    <Link className="logo" to={useHome()}>
      {logo && <img src={logo} alt="" width={28} height={28} />}
      <span>{name}</span>
    </Link>
  );
}
