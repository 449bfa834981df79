/** Exit codes of commands. */
export const EXIT = { ok: 0, content: 1, usage: 2, io: 3, internal: 70 } as const;
