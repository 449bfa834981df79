/** Error for an assistant that queries an unknown name or version. */
export class UnknownName extends Error {}
