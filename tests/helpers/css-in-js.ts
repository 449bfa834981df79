/** A site with demos that use the CSS-in-JS libraries of `tests/fixtures/packages/css-in-js`. */
export const CSS_IN_JS_FILES: Record<string, string> = {
  'package.json': '{"name": "styled-library", "version": "1.0.0"}',
  'docs/public/favicon.ico': '',
  'docs/index.md': '# Home\n\nNothing runs here.\n\n[Demos](./demos.md)\n',
  'docs/demos.md': [
    '# Demos',
    '<code src="../demos/emotion.tsx"></code>',
    '<code src="../demos/emotion-again.tsx"></code>',
    '<code src="../demos/emotion-css.tsx"></code>',
    '<code src="../demos/styled.tsx"></code>',
    '<code src="../demos/styled-again.tsx"></code>',
    '<code src="../demos/cssinjs.tsx"></code>',
    '<code src="../demos/cssinjs-again.tsx"></code>',
    '<code src="../demos/precedence.tsx"></code>',
  ].join('\n\n'),
  'docs/live.mdx': "import { Live } from './live.tsx';\n\n# Live\n\n<Live />\n",
  'docs/live.tsx': `import { Button } from '../demos/shared/emotion';
import { Box } from '../demos/shared/styled';

export const Live = () => <Box data-probe="box"><Button data-probe="live">Live</Button></Box>;
`,
  'demos/emotion.tsx': `/** @jsxImportSource @emotion/react */
import { css, Global, keyframes } from '@emotion/react';
import { useId } from 'react';
import { Button } from './shared/emotion';

const appear = keyframes\`from { opacity: 0.5; } to { opacity: 1; }\`;
const text = css({ color: 'rgb(10, 20, 30)', animation: \`\${appear} 1ms\` });

export default () => (
  <section>
    <Global styles={{ '.emotion-global': { letterSpacing: 3 } }} />
    <p css={text} id={useId()} className="emotion-global" data-probe="emotion-text">Emotion</p>
    <Button data-probe="emotion-button">First</Button>
  </section>
);
`,
  'demos/emotion-again.tsx': `import { Button } from './shared/emotion';

export default () => <Button data-probe="emotion-again">Second</Button>;
`,
  'demos/shared/emotion.tsx': `import styled from '@emotion/styled';

export const Button = styled.button\`
  background: rgb(40, 50, 60);
  &:hover { color: rgb(1, 1, 1); }
\`;
`,
  'demos/emotion-css.tsx': `import { css, injectGlobal, keyframes } from '@emotion/css';

const appear = keyframes\`from { opacity: 0.5; } to { opacity: 1; }\`;
injectGlobal\`.emotion-css-global { word-spacing: 4px; }\`;

export default () => (
  <p className={\`\${css({ color: 'rgb(70, 80, 90)', animation: appear + ' 1ms' })} emotion-css-global\`} data-probe="emotion-css">
    Vanilla
  </p>
);
`,
  'demos/styled.tsx': `import styled, { createGlobalStyle, keyframes } from 'styled-components';
import { Box } from './shared/styled';

const appear = keyframes\`from { opacity: 0.5; } to { opacity: 1; }\`;
const Left = styled.div\`\`;
const Right = styled.div\`\`;
const Wide = styled(Box).attrs({ title: 'wide' })<{ $size?: number }>\`
  width: \${({ $size = 100 }) => $size}px;
  animation: \${appear} 1ms;
  \${Left} & { color: rgb(11, 12, 13); }
  \${Right} & { color: rgb(14, 15, 16); }
\`;
const Everywhere = createGlobalStyle\`.styled-global { letter-spacing: 5px; }\`;

export default () => (
  <>
    <Everywhere />
    <Left><Wide data-probe="styled-left">Left</Wide></Left>
    <Right><Wide $size={200} className="styled-global" data-probe="styled-right">Right</Wide></Right>
  </>
);
`,
  'demos/styled-again.tsx': `import { styled } from 'styled-components';
import { Box } from './shared/styled';

const Title = styled('h4')({ color: 'rgb(21, 22, 23)', '&:hover': { color: 'red' } });

export default () => (
  <Box data-probe="styled-box">
    <Title data-probe="styled-title">Title</Title>
  </Box>
);
`,
  'demos/shared/styled.tsx': `import styled from 'styled-components';

export const Box = styled.div\`
  padding: 7px;
  background: rgb(31, 32, 33);
\`;
`,
  'demos/cssinjs.tsx': `import { Button } from './shared/cssinjs';

export default () => <Button data-probe="cssinjs">Token</Button>;
`,
  'demos/cssinjs-again.tsx': `import { Button } from './shared/cssinjs';

export default () => <Button data-probe="cssinjs-again">Token</Button>;
`,
  'demos/precedence.tsx': `export default () => (
  <div>
    <style href="own" precedence="medium">{'.own { color: rgb(51, 52, 53); }'}</style>
    <p className="own" data-probe="precedence">React</p>
  </div>
);
`,
  'demos/shared/cssinjs.tsx': `import { Theme, useCacheToken, useStyleRegister } from '@ant-design/cssinjs';
import type { ComponentProps } from 'react';

const theme = new Theme([(token: object) => token]);
const design = { primary: 'rgb(41, 42, 43)' };

export function Button(props: ComponentProps<'button'>) {
  const [token, hashId] = useCacheToken(theme as never, [design], {
    salt: 'x',
    cssVar: { key: 'x-vars', prefix: 'x' },
  } as never) as unknown as [typeof design, string];
  useStyleRegister({ theme: theme as never, token, hashId, path: ['x-button'] } as never, () => ({
    '.x-button': { backgroundColor: token.primary, border: 0 },
  }));
  return <button type="button" className={\`x-button x-vars \${hashId}\`} {...props} />;
}
`,
};
