import { describe, expect, it } from 'vitest';
import { languageModules } from '../../../src/node/bundle/plugins/virtual-plugin.ts';
import { compileLanguages, needsFormat } from '../../../src/node/project/languages/compile-languages.ts';
import { createMessages } from '../../../src/runtime/intl.ts';
import { IntlMessageFormat } from '../../../src/runtime/message-format.ts';
import { languages } from '../../helpers/messages.ts';

describe('createMessages', () => {
  it('formats the strings of each language with values', () => {
    const { format } = createMessages(languages);
    expect(format('en-US', 'demo.showCode')).toBe('Show Code');
    expect(format('zh-CN', 'demo.showCode')).toBe('展开代码');
    expect(format('en-US', 'code.copyPrompt', { key: '⌘+C' })).toBe('Copy to clipboard: ⌘+C, Enter');
    expect(format('zh-CN', 'api.notFound', { id: 'Panel' })).toBe('未找到 Panel 组件的属性定义');
  });

  it('has the same ids in every language', () => {
    const ids = (language: string) => Object.keys(languages[language]?.messages ?? {}).sort();
    expect(ids('zh-CN')).toEqual(ids('en-US'));
  });

  it('reports a missing message once, and falls back to English, then to the id', () => {
    const errors: Error[] = [];
    const partial = { ...languages, fr: { name: 'Français', messages: {} } };
    const { format } = createMessages(partial, { onError: (error) => errors.push(error) });
    expect(format('fr', 'color.light')).toBe('Light Mode');
    expect(format('fr', 'color.light')).toBe('Light Mode');
    expect(format('fr', 'no.such')).toBe('no.such');
    expect(errors.map(({ message }) => message)).toEqual([
      'The message "color.light" of fr is missing',
      'The message "no.such" of fr is missing',
      'The message "no.such" of en-US is missing',
    ]);
  });

  it('reports a malformed message instead of throwing', () => {
    const errors: Error[] = [];
    const broken = { ...languages, de: { name: 'Deutsch', messages: { 'color.dark': { malformed: 'Dunkel {' } } } };
    const { format } = createMessages(broken, { onError: (error) => errors.push(error) });
    expect(format('de', 'color.dark')).toBe('Dark Mode');
    expect(errors.map(({ message }) => message)).toEqual(['The message "color.dark" of de is malformed: Dunkel {']);
  });

  it('reports a missing value, and falls back', () => {
    const errors: Error[] = [];
    const { format } = createMessages(languages, { onError: (error) => errors.push(error) });
    expect(format('zh-CN', 'api.notFound')).toBe('api.notFound');
    expect(errors[0]?.message).toMatch(/^The message "api.notFound" of zh-CN .*"id"/);
  });

  it('uses the formatter for plurals and numbers', () => {
    const site = {
      config: {
        languages: ['de'],
        messages: {
          de: { messages: { 'page.top': '{count, plural, one {eine Seite} other {{count, number} Seiten}}' } },
        },
      },
    } as never;
    const compiled = compileLanguages(site);
    expect(Object.values(compiled.de?.messages ?? {}).filter(needsFormat)).toHaveLength(1);
    const module = languageModules(site, true)['cascader-docs:messages'];
    expect(module).toContain('IntlMessageFormat as Format');
    const { format } = createMessages(compiled, { Format: IntlMessageFormat as never });
    expect([1, 1200].map((count) => format('de', 'page.top', { count }))).toEqual(['eine Seite', '1.200 Seiten']);
    expect(format('de', 'heading.link', { title: 'X' })).toBe('Link to X');
  });

  it('needs no formatter for built-in strings', () => {
    const messages = Object.values(languages).flatMap((language) => Object.values(language.messages ?? {}));
    expect(messages.filter(needsFormat)).toEqual([]);
  });

  it('accepts a language id that is not a language tag', () => {
    const odd = { ...languages, not_a_tag: { name: 'Odd', messages: { 'color.dark': 'Odd dark' } } };
    const messages = createMessages(odd as typeof languages);
    expect(messages.settings('not_a_tag').locale).toBe('en-US');
    expect(messages.format('not_a_tag', 'color.dark')).toBe('Odd dark');
  });
});
