/** The interface strings as the bundler provides them, for unit tests of browser code. */
import { compileLanguages } from '../../src/node/project/languages/compile-languages.ts';

export const languages = compileLanguages({ config: { languages: ['en-US', 'zh-CN'], messages: {} } } as never);
