/** The address of the overlay for the streamer's software. */
export function OverlaySettings({ user: _ }: { user: string }) {
  return null
}
