import type { ReactElement } from 'react';
import { useMessage } from '../runtime/index.ts';
import { LABEL_ATTRIBUTE, MESSAGE_LABEL_ATTRIBUTE, TAB_LIST_ATTRIBUTE } from '../shared/dom-contract.ts';

export function TabList(): ReactElement {
  const id = 'tabs.label';
  return <div {...{ [TAB_LIST_ATTRIBUTE]: '', [LABEL_ATTRIBUTE]: useMessage()(id), [MESSAGE_LABEL_ATTRIBUTE]: id }} />;
}
