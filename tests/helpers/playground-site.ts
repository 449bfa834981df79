import type { Locator } from 'playwright-core';

/** Files of a site whose demos have controls. The library has a component of the usual awkward types. */

const BUTTON = `import type { ButtonHTMLAttributes, CSSProperties, ReactElement, ReactNode } from 'react';

export enum Size { Small = 'small', Large = 'large' }

interface Base {
  children?: ReactNode;
  variant?: 'solid' | 'outline' | 'ghost';
  loading?: boolean;
  size?: Size;
  /**
   * @minimum 0
   * @maximum 20
   */
  radius?: number;
  tone?: 'red' | 'blue' | (string & {});
  gap?: number | [number, number];
  icon?: ReactElement;
  badge?: { text: string; count?: number };
  onPress?: (event: { x: number }) => void;
  style?: CSSProperties;
}

export type ButtonProps = Base &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> &
  ({ kind?: 'button'; disabled?: boolean; href?: never } | { kind: 'link'; href: string; disabled?: never });

export function Button({ children, variant = 'solid', loading, size, radius, tone, kind, href, icon, onPress, gap, badge, style, disabled }: ButtonProps) {
  if (tone === 'crash') throw new Error('This tone does not exist');
  const data = { 'data-variant': variant, 'data-size': size, 'data-tone': tone, 'data-gap': JSON.stringify(gap) };
  const content = <>{icon}{loading ? 'Loading ' : ''}{children}{badge ? ' ' + badge.text : ''}</>;
  if (kind === 'link') return <a className="button" href={href} {...data}>{content}</a>;
  return (
    <button type="button" className="button" style={{ ...style, borderRadius: radius }} disabled={disabled} {...data} onClick={() => onPress?.({ x: 1 })}>
      {content}
    </button>
  );
}

export function Counter({ count, defaultCount = 0 }: { count?: number; defaultCount?: number }) {
  return <output className="counter">{useCount(defaultCount, count)}</output>;
}

import { useState } from 'react';
function useCount(first: number, given?: number) {
  const [own] = useState(first);
  return given ?? own;
}
`;

/** A site with a demo of each form, and a page without playgrounds. */
export const PLAYGROUND_SITE: Record<string, string> = {
  'package.json': '{ "name": "buttons", "version": "1.0.0" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      skipLibCheck: true,
    },
  }),
  'cascader-docs.config.ts': "export default { library: { name: 'buttons', entry: './src/index.tsx' } };\n",
  'src/index.tsx': BUTTON,
  'docs/index.md': `# Buttons

<code src="../demos/button.tsx" title="Button"></code>

<code src="../demos/named.tsx" title="Named"></code>

<Playground id="Button" props="variant size loading onPress" initial='{"children":"Save"}' title="Generated" />

<code src="../demos/counter.tsx" title="Counter"></code>
`,
  'docs/text.md': '# Text\n\nA paragraph.\n',
  'demos/button.tsx': `import { defineControls } from 'cascader-docs/playground';
import { Button, type ButtonProps } from 'buttons';
import { Star } from './star';

export const controls = defineControls<ButtonProps>()({ icon: { Star: <Star /> } });

export default function Demo(props: ButtonProps) {
  return (
    <div>
      <Button variant="outline" radius={4} style={{ padding: 4 }} {...props}>
        Save
      </Button>
    </div>
  );
}
`,
  'demos/star.tsx': 'export const Star = () => <b>★</b>;\n',
  'demos/named.tsx': `import { Button, Size } from 'buttons';

interface DemoProps {
  label?: string;
  size?: Size;
}

export default function Demo({ label = 'Go', size }: DemoProps) {
  return <Button size={size}>{label}</Button>;
}
`,
  'demos/counter.tsx': `import { Counter } from 'buttons';

/** A number. */
export default function Demo(props: { count?: number; defaultCount?: number }) {
  return <Counter {...props} />;
}
`,
};

/** Returns a segment of a choice. Its input is hidden, so readers press its label. */
export function segment(card: Locator, text: string): Locator {
  return card.locator('.control-segments label', { hasText: new RegExp(`^${text}$`) });
}
