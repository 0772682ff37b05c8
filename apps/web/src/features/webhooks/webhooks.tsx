/** Addresses that are told what happens on the channel. */
export function Webhooks({ user: _ }: { user: string }) {
  return null
}
