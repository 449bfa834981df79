/** A JSON schema, as data. */
export type JsonSchema = { [key: string]: unknown };
