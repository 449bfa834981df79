import enUS from '../../shared/messages/en-US.ts';
import zhCN from '../../shared/messages/zh-CN.ts';

export interface InterfaceStrings {
  name: string;
  /** ICU messages by id. Missing messages are English. */
  messages: Record<string, string>;
}

export const OWN_LANGUAGES: Record<string, InterfaceStrings> = {
  'en-US': { name: 'English', messages: enUS },
  'zh-CN': { name: '中文', messages: zhCN },
};
