import { describe, expect, it } from 'vitest';
import { exportsByName } from '../../../../src/node/types/tables/exports-by-name.ts';
import { extractApi } from '../../../helpers/library-types/compiler.ts';
import { createLibrary } from '../../../helpers/library-types/library.ts';

const react = "import * as React from 'react';\n";

/** Maps other names of exports to their ids. */
async function otherNames(files: Record<string, string>): Promise<Record<string, string>> {
  const { components } = extractApi({ projectRoot: await createLibrary(files), entry: 'src/index.tsx' });
  const found = [...exportsByName(components)].map(([name, { id }]) => [name, id]);
  return Object.fromEntries(found.filter(([name, id]) => name !== id));
}

describe('other names of exports', () => {
  it('include the default export, however it is exported', async () => {
    const button = `${react}const Button = () => <b />;\n`;
    const reexported = { 'src/Button.tsx': `${button}export default Button;` };
    const names = [
      { 'src/index.tsx': `${button}export default Button;` },
      { ...reexported, 'src/index.tsx': "export { default } from './Button';" },
      { ...reexported, 'src/index.tsx': "import Button from './Button';\nexport { Button };\nexport default Button;" },
    ];
    for (const files of names) expect(await otherNames(files)).toEqual({ default: 'Button' });
    const anonymous = { 'src/index.tsx': `${react}export default React.memo(() => <b />);` };
    expect(await otherNames(anonymous)).toEqual({ default: 'Own' });
    expect(await otherNames({ 'src/index.tsx': `${button}export { Button };` })).toEqual({});
  });

  it('include the displayName of a component', async () => {
    const files = {
      'src/index.tsx': `${react}
export const Card = React.forwardRef<HTMLElement>((_, ref) => <b ref={ref} />);
Card.displayName = 'CardRoot';
export class Old extends React.Component { static displayName = 'OldRoot'; render() { return null; } }
const Item = () => <li />;
Item.displayName = \`MenuItem\`;
export const Menu = Object.assign(() => <ul />, { Item, displayName: 'MenuRoot' });`,
    };
    expect(await otherNames(files)).toEqual({
      CardRoot: 'Card',
      OldRoot: 'Old',
      MenuRoot: 'Menu',
      Item: 'Menu.Item',
      MenuItem: 'Menu.Item',
    });
  });

  it('include the name of a component in forwardRef, memo and casts', async () => {
    const files = {
      'src/index.tsx': `${react}
export const Field = React.memo(React.forwardRef<HTMLElement>(function InnerField(_, ref) { return <b ref={ref} />; }));
const InternalList = () => <ul />;
export const List = InternalList as React.FC<{ a: string }>;
export { InternalTree as Tree };
function InternalTree() { return <ul />; }`,
    };
    expect(await otherNames(files)).toEqual({ InnerField: 'Field', InternalList: 'List', InternalTree: 'Tree' });
  });

  it('exclude names of two components, and names of exports', async () => {
    const files = {
      'src/index.tsx': `${react}
export const One = React.memo(function Inner() { return <b />; });
export const Two = React.memo(function Inner() { return <b />; });
export const Three = React.memo(function One() { return <b />; });`,
    };
    expect(await otherNames(files)).toEqual({});
  });
});
