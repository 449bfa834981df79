/** JSON schema as plain data. */
export type JsonSchema = { [key: string]: unknown };
