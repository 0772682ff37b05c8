export interface PlayerCommands {
  togglePlay(): void
  toggleMute(): void
  toggleFullscreen(): void
  stepVolume(steps: number): void
  seekBy(seconds: number): void
}

const seekStepSeconds = 5

/**
 * The command of a key, or undefined. Space and k play or pause, m mutes, f is fullscreen, up and down change the volume,
 * left and right move. Controls keep the keys they need themselves; modifiers belong to the browser.
 */
export function commandForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  target: { tagName: string } | null,
  commands: PlayerCommands,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const tag = target?.tagName
  if (tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'SELECT') return undefined
  if (event.key === ' ' && (tag === 'BUTTON' || tag === 'A')) return undefined
  switch (event.key) {
    case ' ':
    case 'k':
    case 'K':
      return commands.togglePlay
    case 'm':
    case 'M':
      return commands.toggleMute
    case 'f':
    case 'F':
      return commands.toggleFullscreen
    case 'ArrowUp':
      return () => commands.stepVolume(1)
    case 'ArrowDown':
      return () => commands.stepVolume(-1)
    case 'ArrowLeft':
      return () => commands.seekBy(-seekStepSeconds)
    case 'ArrowRight':
      return () => commands.seekBy(seekStepSeconds)
    default:
      return undefined
  }
}
