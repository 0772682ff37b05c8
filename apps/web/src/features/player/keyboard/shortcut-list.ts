import { shortcutTexts as texts } from '../../../texts/viewer/player/shortcuts.ts'

/** The keys of player-keys.ts as they are printed on a keyboard, for the shortcuts dialog. */
export const shortcuts: readonly { keys: readonly string[]; action: string }[] = [
  { keys: [texts.space, 'K'], action: texts.togglePlay },
  { keys: ['M'], action: texts.toggleMute },
  { keys: ['↑'], action: texts.volumeUp },
  { keys: ['↓'], action: texts.volumeDown },
  { keys: ['F'], action: texts.toggleFullscreen },
  { keys: ['T'], action: texts.toggleTheatre },
  { keys: ['P'], action: texts.togglePictureInPicture },
  { keys: ['←'], action: texts.seekBack },
  { keys: ['→'], action: texts.seekForward },
  { keys: ['J'], action: texts.skipBack },
  { keys: ['L'], action: texts.skipForward },
  { keys: ['0', '…', '9'], action: texts.seekToShare },
  { keys: [texts.end], action: texts.goToLive },
  { keys: ['<', '>'], action: texts.stepSpeed },
  { keys: ['C'], action: texts.makeClip },
  { keys: ['B', 'N'], action: texts.showNeighbour },
  { keys: ['S'], action: texts.toggleStatistics },
  { keys: ['?'], action: texts.toggleShortcuts },
]
