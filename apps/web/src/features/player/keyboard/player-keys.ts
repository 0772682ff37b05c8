export interface PlayerCommands {
  togglePlay(): void
  toggleMute(): void
  toggleFullscreen(): void
  toggleTheatre(): void
  togglePictureInPicture(): void
  toggleStatistics(): void
  toggleShortcuts(): void
  /** Only where something is recorded. */
  makeClip?: (() => void) | undefined
  stepVolume(steps: number): void
  seekBy(seconds: number): void
  /** 0 is the oldest picture that one can seek to, 1 the live edge. */
  seekToFraction(fraction: number): void
  goToLive(): void
  /** Only where the viewer can choose the speed. */
  stepSpeed?: ((steps: 1 | -1) => void) | undefined
  /** Only where something is beside what plays. */
  showNext?: (() => void) | undefined
  showPrevious?: (() => void) | undefined
}

export const seekStepSeconds = 5
export const skipSeconds = 10

/**
 * The command of a key, or undefined. Digits seek to a share of what one can seek in, as in YouTube's live streams. A focused control keeps
 * the keys it needs, and combinations with a modifier belong to the browser. shortcut-list.ts lists the keys for viewers.
 */
export function commandForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>,
  target: { tagName: string; type?: string } | null,
  commands: PlayerCommands,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const tag = target?.tagName
  const { key } = event
  // A slider does not use letters and digits.
  const isTyping = tag === 'INPUT' && (target?.type !== 'range' || key.length > 1)
  if (isTyping || tag === 'TEXTAREA' || tag === 'SELECT') return undefined
  if (key === ' ' && (tag === 'BUTTON' || tag === 'A')) return undefined
  if (/^\d$/.test(key)) return () => commands.seekToFraction(Number(key) / 10)
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
    case 'c':
      return commands.makeClip
    // Not while the key is held: each has to be fetched.
    case 'n':
      return event.repeat ? undefined : commands.showNext
    case 'b':
      return event.repeat ? undefined : commands.showPrevious
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
    case 'j':
      return () => commands.seekBy(-skipSeconds)
    case 'l':
      return () => commands.seekBy(skipSeconds)
    case 'End':
      return commands.goToLive
    case '<':
      return commands.stepSpeed && (() => commands.stepSpeed?.(-1))
    case '>':
      return commands.stepSpeed && (() => commands.stepSpeed?.(1))
    default:
      return undefined
  }
}
