export interface PlayerCommands {
  togglePlay(): void
  toggleMute(): void
  toggleFullscreen(): void
  toggleTheatre(): void
  togglePictureInPicture(): void
  toggleStatistics(): void
  toggleShortcuts(): void
  stepVolume(steps: number): void
  seekBy(seconds: number): void
  /** Into what is kept of the broadcast: 0 is the oldest, 1 the newest. */
  seekToShare(share: number): void
  goToLive(): void
}

const seekStepSeconds = 5

/**
 * The command of a key, or undefined. Digits move in what is kept, as in YouTube's live streams; the list for viewers is
 * shortcut-list.ts. Controls keep the keys they need themselves; modifiers belong to the browser.
 */
export function commandForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  target: { tagName: string; type?: string } | null,
  commands: PlayerCommands,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const tag = target?.tagName
  const { key } = event
  // A slider takes no letters and no digits.
  const isTyping = tag === 'INPUT' && (target?.type !== 'range' || key.length > 1)
  if (isTyping || tag === 'TEXTAREA' || tag === 'SELECT') return undefined
  if (key === ' ' && (tag === 'BUTTON' || tag === 'A')) return undefined
  if (/^\d$/.test(key)) return () => commands.seekToShare(Number(key) / 10)
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case ' ':
    case 'k':
      return commands.togglePlay
    case 'm':
      return commands.toggleMute
    case 'f':
      return commands.toggleFullscreen
    case 't':
      return commands.toggleTheatre
    case 'p':
      return commands.togglePictureInPicture
    case 's':
      return commands.toggleStatistics
    case '?':
      return commands.toggleShortcuts
    case 'ArrowUp':
      return () => commands.stepVolume(1)
    case 'ArrowDown':
      return () => commands.stepVolume(-1)
    case 'ArrowLeft':
      return () => commands.seekBy(-seekStepSeconds)
    case 'ArrowRight':
      return () => commands.seekBy(seekStepSeconds)
    case 'End':
      return commands.goToLive
    default:
      return undefined
  }
}
