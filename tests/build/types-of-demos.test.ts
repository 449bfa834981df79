import { checkTypes } from 'cascader-docs';
import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

it('checks only the pages of the given demos against the types', async () => {
  const site = await createSite({
    'tsconfig.json': '{"compilerOptions": {"jsx": "react-jsx", "types": [], "strict": true}}',
    'docs/one.md': '# One\n\n<code src="../demos/one.ts"></code>\n',
    'docs/two.md': '# Two\n\n<code src="../demos/two.ts"></code>\n',
    'demos/one.ts': 'const text: string = 1;\nexport default () => text;\n',
    'demos/two.ts': 'const text: string = 2;\nexport default () => text;\n',
  });
  const filesWithErrors = async (demos?: string[]): Promise<unknown[]> => {
    const { diagnostics } = await checkTypes({ root: site.root, ...(demos && { demos }) });
    return diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location?.file);
  };
  expect((await filesWithErrors()).sort()).toEqual(['demos/one.ts', 'demos/two.ts']);
  expect(await filesWithErrors(['docs-two-demo-two'])).toEqual(['demos/two.ts']);
});
