import { expect, it } from 'vitest'
import { largeThumbnail, olderThumbnail } from './thumbnail-addresses.ts'

it('names other pictures beside a thumbnail, also on another server', () => {
  expect(largeThumbnail('/live/x/thumbnail.jpg?v=1')).toBe('/live/x/thumbnail-large.jpg?v=1')
  expect(olderThumbnail('https://video.example/live/x/thumbnail.jpg?v=1', 3)).toBe(
    'https://video.example/live/x/thumbnail-3.jpg?v=1',
  )
})
