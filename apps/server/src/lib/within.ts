/** The value if it arrives within the time, else undefined. The work behind it continues. */
export function within<Value>(value: Promise<Value>, timeoutMs: number): Promise<Value | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs, undefined).unref())
  return Promise.race([value, timeout])
}
