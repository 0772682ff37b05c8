/** The day (UTC) of a time, as 'YYYY-MM-DD'. */
export function utcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
