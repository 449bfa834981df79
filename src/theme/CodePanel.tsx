import type { ReactElement } from 'react';
import {
  CODE_BLOCK_CLASS,
  CODE_GROUP_ATTRIBUTE,
  CODE_LANGUAGE_ATTRIBUTE,
  TITLE_ATTRIBUTE,
} from '../shared/dom-contract.ts';
import type { DemoFile } from '../shared/page-data.ts';
import { CodeGroup } from './builtins.tsx';

/** The boot script turns several files into tabs. The card's bar copies the open file. */
export function CodePanel({ files }: { files: DemoFile[] }): ReactElement {
  return (
    <div className="code-panel code-group" {...{ [CODE_GROUP_ATTRIBUTE]: '' }}>
      {files.map((file) => (
        <CodeFile key={file.name} file={file} />
      ))}
    </div>
  );
}

function CodeFile({ file }: { file: DemoFile }): ReactElement {
  return (
    <div className="code-group-panel" {...{ [TITLE_ATTRIBUTE]: file.name }}>
      {file.script ? (
        <CodeGroup titles={['TypeScript', 'JavaScript']}>
          <CodeBlock file={file} />
          <CodeBlock file={file.script} />
        </CodeGroup>
      ) : (
        <CodeBlock file={file} />
      )}
    </div>
  );
}

function CodeBlock({ file: { name, html } }: { file: Pick<DemoFile, 'name' | 'html'> }): ReactElement {
  const language = name.split('.').at(-1);
  return (
    <figure className={CODE_BLOCK_CLASS} {...{ [CODE_LANGUAGE_ATTRIBUTE]: language }}>
      <figcaption>{name}</figcaption>
      {/* biome-ignore lint/a11y: the element scrolls, so it must be focusable, and it has a name */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML highlighted at build time */}
        <code className={`language-${language}`} dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </figure>
  );
}
