/** What was looked at, and a sentence with its cure for each mistake that was found there. */
export interface Examination {
  title: string
  mistakes: string[]
  /** Why it could not be looked at. */
  leftOut?: string
}

/** The system's reason, without the details of the library that met it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  // Several addresses of one name were tried: each has its error, and the whole has no message.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error.message === 'fetch failed' && error.cause) return reasonOf(error.cause)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.message || code || error.name
}

/** The error's code, or that of what caused it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof AggregateError && code === undefined) return codeOf(error.errors[0])
  return code ?? codeOf(error.cause)
}
