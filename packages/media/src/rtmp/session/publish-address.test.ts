import { expect, it } from 'vitest'
import { readPublishAddress } from './publish-address.ts'

it.each([
  ['live', 'KEY', 'live', 'KEY'],
  ['live/', 'KEY', 'live', 'KEY'],
  ['/live', '/KEY/', 'live', 'KEY'],
  ['live/_definst_', 'KEY', 'live', 'KEY'],
  ['live', 'KEY?user=a&x=/b', 'live', 'KEY'],
  ['live?token=1/2', 'KEY', 'live', 'KEY'],
  ['live/KEY', '', 'live', 'KEY'],
  ['live/instance/KEY', '', 'live', 'KEY'],
  ['live/KEY/_definst_', '?a=b', 'live', 'KEY'],
  ['live', '', 'live', ''],
  ['', '', '', ''],
  ['live/other', 'KEY', 'live', 'KEY'],
])('app %j and name %j give app %j and key %j', (connectApp, streamName, app, streamKey) => {
  expect(readPublishAddress(connectApp, streamName)).toEqual({ app, streamKey })
})
