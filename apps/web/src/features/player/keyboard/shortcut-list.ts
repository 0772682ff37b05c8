import { shortcutTexts as texts } from '../../../texts/viewer/player.ts'

/** What the sheet lists: the keys of player-keys.ts as they are printed on a keyboard. */
export const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [texts.space, 'K'], does: texts.togglePlay },
  { keys: ['M'], does: texts.toggleMute },
  { keys: ['↑'], does: texts.volumeUp },
  { keys: ['↓'], does: texts.volumeDown },
  { keys: ['F'], does: texts.toggleFullscreen },
  { keys: ['T'], does: texts.toggleTheatre },
  { keys: ['P'], does: texts.togglePictureInPicture },
  { keys: ['←'], does: texts.seekBack },
  { keys: ['→'], does: texts.seekForward },
  { keys: ['0', '…', '9'], does: texts.seekToShare },
  { keys: [texts.end], does: texts.goToLive },
  { keys: ['S'], does: texts.toggleStatistics },
  { keys: ['?'], does: texts.toggleShortcuts },
]
