/** The command was called in a way that it does not know. The message says which ways there are. */
export class UsageError extends Error {}
