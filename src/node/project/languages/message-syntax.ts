import { parse } from '@formatjs/icu-messageformat-parser';

/** Descriptions of syntax errors for authors, by the parser's error names. */
const PROBLEMS: Record<string, string> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a brace is not closed',
  EMPTY_ARGUMENT: 'nothing stands between the braces',
  MALFORMED_ARGUMENT: 'the text in braces is not the name of a value',
  EXPECT_ARGUMENT_TYPE: 'a type is missing after the comma',
  INVALID_ARGUMENT_TYPE: 'the type is not one of number, date, time, plural, selectordinal and select',
  EXPECT_ARGUMENT_STYLE: 'a format is missing after the comma',
  INVALID_NUMBER_SKELETON: 'the number format is not valid',
  INVALID_DATE_TIME_SKELETON: 'the date format is not valid',
  EXPECT_NUMBER_SKELETON: 'a number format is missing after `::`',
  EXPECT_DATE_TIME_SKELETON: 'a date format is missing after `::`',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'a single quote is not closed',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'options are missing after the comma',
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'a number is missing after `offset:`',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'the text after `offset:` is not a whole number',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'an option is missing',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'an option is missing, such as one, other or =0',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'an option has no text in braces',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'an option has no text in braces',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'the text after "=" is not a whole number',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'an option is written twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'an option is written twice',
  MISSING_OTHER_CLAUSE: 'the option `other` is missing',
  INVALID_TAG: 'a tag is not valid',
  INVALID_TAG_NAME: 'the name of a tag is not valid',
  UNMATCHED_CLOSING_TAG: 'a closing tag has no opening tag',
  UNCLOSED_TAG: 'a tag is not closed',
};

export function syntaxProblem(message: string): string | undefined {
  try {
    parse(message);
    return undefined;
  } catch (error) {
    const { message: name, location } = error as Error & { location?: { start: { offset: number } } };
    const problem = PROBLEMS[name] ?? 'it is not in ICU syntax';
    return location ? `${problem} (character ${location.start.offset + 1} of \`${message}\`)` : problem;
  }
}
