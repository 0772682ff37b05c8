import { expect, test } from 'vitest'
import { larixAddress } from './broadcast-apps.ts'

/** As apps read it: each part is decoded by itself, and the names are taken as they are (Larix Grove). */
const readAsApp = (address: string) =>
  address
    .replace('larix://set/v1?', '')
    .split('&')
    .map((part) => part.split('=').map(decodeURIComponent))

test('[KEY-5] the address that fills Larix Broadcaster in has the server with the key, and a name', () => {
  expect(readAsApp(larixAddress('rtmps://in.live.example:1936/live/a1-b2', 'Bees & hives #1?'))).toEqual([
    ['conn[][name]', 'Bees & hives #1?'],
    ['conn[][url]', 'rtmps://in.live.example:1936/live/a1-b2'],
    ['conn[][overwrite]', 'on'],
    ['conn[][active]', 'on'],
  ])
})
