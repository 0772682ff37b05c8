import { expect, test, vi } from 'vitest'
import { commandForKey } from './player-keys.ts'

function press(key: string, tagName: string | null = 'BODY', modifiers: object = {}): string[] {
  const done: string[] = []
  const commands = {
    togglePlay: () => done.push('play'),
    toggleMute: () => done.push('mute'),
    toggleFullscreen: () => done.push('fullscreen'),
    toggleTheatre: () => done.push('theatre'),
    togglePictureInPicture: () => done.push('picture in picture'),
    toggleStatistics: () => done.push('statistics'),
    toggleShortcuts: () => done.push('shortcuts'),
    seekToShare: (share: number) => done.push(`share ${share}`),
    goToLive: () => done.push('live'),
    stepVolume: (steps: number) => done.push(`volume ${steps}`),
    seekBy: (seconds: number) => done.push(`seek ${seconds}`),
  }
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }
  commandForKey(event, tagName === null ? null : { tagName }, vi.mockObject(commands, { spy: true }))?.()
  return done
}

test.each([
  [' ', 'play'],
  ['k', 'play'],
  ['K', 'play'],
  ['m', 'mute'],
  ['f', 'fullscreen'],
  ['ArrowUp', 'volume 1'],
  ['ArrowDown', 'volume -1'],
  ['ArrowLeft', 'seek -5'],
  ['ArrowRight', 'seek 5'],
  ['t', 'theatre'],
  ['p', 'picture in picture'],
  ['s', 'statistics'],
  ['?', 'shortcuts'],
  ['0', 'share 0'],
  ['9', 'share 0.9'],
  ['End', 'live'],
])("'%s' is %s", (key, command) => {
  expect(press(key)).toEqual([command])
})

test.each([
  ['typing', 'm', 'INPUT', {}],
  ['the volume slider', 'ArrowUp', 'INPUT', {}],
  ['a focused button, which space presses', ' ', 'BUTTON', {}],
  ["the browser's own shortcut", 'f', 'BODY', { ctrlKey: true }],
  ['another key', 'x', 'BODY', {}],
  ['a digit that is typed', '5', 'TEXTAREA', {}],
  ["the browser's way to another tab", '1', 'BODY', { altKey: true }],
])('%s is left alone', (_, key, tagName, modifiers) => {
  expect(press(key, tagName, modifiers)).toEqual([])
})

test('letters and digits work on the volume slider, whose own keys stay its own', () => {
  const pressed = (key: string) => {
    const done: string[] = []
    const commands = {
      toggleMute: () => done.push('mute'),
      seekToShare: (share: number) => done.push(`share ${share}`),
    }
    const event = { key, ctrlKey: false, metaKey: false, altKey: false }
    commandForKey(event, { tagName: 'INPUT', type: 'range' }, commands as never)?.()
    return done
  }
  expect(['m', '5', 'ArrowUp', 'ArrowLeft', 'End'].map(pressed)).toEqual([['mute'], ['share 0.5'], [], [], []])
})

test('letters work while a button has the focus', () => {
  expect(press('m', 'BUTTON')).toEqual(['mute'])
})
