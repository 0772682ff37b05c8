/** What is wrong with the picture or sound that arrives, and what to do about it. */
export function StreamHealth({ user: _ }: { user: string }) {
  return null
}
