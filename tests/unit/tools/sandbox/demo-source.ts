import type { DemoSource } from '../../../../src/shared/demo-source.ts';

/** The source of a demo with one file. */
export function demoSource(id: string, title: string): DemoSource {
  return {
    asset: {
      type: 'BLOCK',
      id,
      entry: 'index.tsx',
      title,
      description: 'It has **all**.',
      dependencies: {
        'index.tsx': { type: 'FILE', value: "import { A } from 'my-library';\n\nexport default () => <A>文</A>;\n" },
        react: { type: 'NPM', value: '19.3.1' },
        'my-library': { type: 'NPM', value: '1.2.3' },
      },
    },
    imports: { 'index.tsx': { 'my-library': 'my-library' } },
    styles: {},
    media: {},
  } as Partial<DemoSource> as DemoSource;
}
