import type { ReactElement } from 'react';
import { ANNOUNCER_ATTRIBUTE, useMessage, useShellLang } from '../runtime/index.ts';
import { COPIED_ATTRIBUTE, COPY_PROMPT_ATTRIBUTE } from '../shared/dom-contract.ts';

/** Scripts set the text; React must never compare or empty it. */
const TEXT = { __html: '' };

export function Announcer(): ReactElement {
  const message = useMessage();
  return (
    <div
      className="visually-hidden"
      role="status"
      lang={useShellLang()}
      {...{
        [ANNOUNCER_ATTRIBUTE]: '',
        [COPIED_ATTRIBUTE]: message('code.copied'),
        [COPY_PROMPT_ATTRIBUTE]: message('code.copyPrompt', { key: '{key}' }),
      }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is an empty string
      dangerouslySetInnerHTML={TEXT}
    />
  );
}
