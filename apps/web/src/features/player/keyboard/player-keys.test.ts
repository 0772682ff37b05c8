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
    seekToFraction: (fraction: number) => done.push(`fraction ${fraction}`),
    goToLive: () => done.push('live'),
    stepVolume: (steps: number) => done.push(`volume ${steps}`),
    seekBy: (seconds: number) => done.push(`seek ${seconds}`),
    stepSpeed: (steps: number) => done.push(`speed ${steps}`),
    showNext: () => done.push('next'),
    showPrevious: () => done.push('previous'),
  }
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...modifiers }
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
  ['j', 'seek -10'],
  ['l', 'seek 10'],
  ['t', 'theatre'],
  ['p', 'picture in picture'],
  ['s', 'statistics'],
  ['?', 'shortcuts'],
  ['0', 'fraction 0'],
  ['9', 'fraction 0.9'],
  ['End', 'live'],
  ['<', 'speed -1'],
  ['>', 'speed 1'],
  ['n', 'next'],
  ['b', 'previous'],
])("the key '%s' means %s", (key, command) => {
  expect(press(key)).toEqual([command])
})

test.each([
  ['a letter typed into a field', 'm', 'INPUT', {}],
  ['an arrow key on the volume slider', 'ArrowUp', 'INPUT', {}],
  ['the space that presses a focused button', ' ', 'BUTTON', {}],
  ['a shortcut of the browser', 'f', 'BODY', { ctrlKey: true }],
  ['an unassigned key', 'x', 'BODY', {}],
  ['the held key of the next one', 'n', 'BODY', { repeat: true }],
  ['a digit typed into a text area', '5', 'TEXTAREA', {}],
  ["the browser's shortcut to another tab", '1', 'BODY', { altKey: true }],
])('%s is no command', (_, key, tagName, modifiers) => {
  expect(press(key, tagName, modifiers)).toEqual([])
})

test('letters and digits are commands on the volume slider, which keeps its arrow keys', () => {
  const pressed = (key: string) => {
    const done: string[] = []
    const commands = {
      toggleMute: () => done.push('mute'),
      seekToFraction: (fraction: number) => done.push(`fraction ${fraction}`),
    }
    const event = { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false }
    commandForKey(event, { tagName: 'INPUT', type: 'range' }, commands as never)?.()
    return done
  }
  expect(['m', '5', 'ArrowUp', 'ArrowLeft', 'End'].map(pressed)).toEqual([['mute'], ['fraction 0.5'], [], [], []])
})

test('letters are commands while a button has the focus', () => {
  expect(press('m', 'BUTTON')).toEqual(['mute'])
})
