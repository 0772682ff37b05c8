/** Chat moderation of the own channel (spec section 2, 'Streamer dashboard'). */
export function Moderation({ user: _ }: { user: string }) {
  return null
}
