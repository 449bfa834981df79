export type JsonSchema = { [key: string]: unknown };
