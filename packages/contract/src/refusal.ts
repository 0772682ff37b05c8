/** Refusals by their code: the HTTP status, and the sentence that the user reads. `{name}` marks a value that the server fills in. */
export type Refusals = Record<string, { status: number; message: string }>
