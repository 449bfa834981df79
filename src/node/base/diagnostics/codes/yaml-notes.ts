/** Fixes of YAML errors, by the error codes of the parser, and ours. */
const YAML_NOTES: Partial<Record<string, string>> = {
  BAD_SCALAR_START: 'Put the value in quotes.',
  BAD_DQ_ESCAPE: 'Put the value in single quotes, or write the backslash twice.',
  BLOCK_AS_IMPLICIT_KEY: 'Put the value in quotes, because a colon and a space begin a map.',
  TEXT_AND_KEYS: 'Remove the indentation, or write the text as one of the keys, such as `title:`.',
  MULTILINE_IMPLICIT_KEY: 'Write each line as a key, a colon, a space and a value.',
  UNCLOSED_DOUBLE: 'Add the second `"` at the end of the value.',
  UNCLOSED_SINGLE: "Add the second `'` at the end of the value. Inside of it, write `''` for one quote.",
  UNCLOSED_LIST: 'Add the `]` after its last item.',
  UNCLOSED_MAP: 'Add the `}` after its last value.',
  TAB_AS_INDENT: 'Indent with spaces.',
  DUPLICATE_KEY: 'Keep one of the two lines.',
  TAG_RESOLVE_FAILED: 'Remove the tag (the word that starts with `!`). A value is text, a number, true or false.',
};

/** Returns the fix of a YAML error. */
export function yamlNotes(code = ''): string[] {
  const note = YAML_NOTES[code];
  return note === undefined ? [] : [note];
}
