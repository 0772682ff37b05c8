import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readPicture } from './read-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A picture by ffmpeg, of another program than ours. */
function make(name: string, ...options: string[]): Buffer {
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=4:duration=1']
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...source, ...options, path])
  return readFileSync(path)
}

const png = make('a.png', '-frames:v', '1', '-metadata', 'comment=secret')
const jpeg = make('a.jpg', '-frames:v', '1')

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
const signature = png.subarray(0, 8)
const header = (width: number, height: number) => {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width)
  content.writeUInt32BE(height, 4)
  content[8] = 8
  content[9] = 2
  return chunk('IHDR', content)
}
const end = chunk('IEND', Buffer.alloc(0))
/** Behind the header of PNG, before its end. */
const within = (picture: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])

const webp = make('a.webp', '-frames:v', '1', '-c:v', 'libwebp', '-lossless', '1')
/** The extended form of the same with Exif. */
function extended(flags: number, ...extra: [type: string, content: Buffer][]): Buffer {
  const part = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = flags
  canvas[4] = 63
  canvas[7] = 47
  const all = [part('VP8X', canvas), webp.subarray(12), ...extra.map(([type, content]) => part(type, content))]
  const content = Buffer.concat([Buffer.from('WEBP'), ...all])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from('RIFF'), length, content])
}

test.each([
  ['image/png', png, 64, 48],
  ['image/png', make('grey.png', '-frames:v', '1', '-pix_fmt', 'gray'), 64, 48],
  ['image/png', make('clear.png', '-frames:v', '1', '-pix_fmt', 'rgba64be'), 64, 48],
  ['image/jpeg', jpeg, 64, 48],
  ['image/jpeg', make('grey.jpg', '-frames:v', '1', '-pix_fmt', 'gray'), 64, 48],
  ['image/webp', webp, 64, 48],
  ['image/webp', make('lossy.webp', '-frames:v', '1', '-c:v', 'libwebp'), 64, 48],
  ['image/webp', extended(0x08, ['EXIF', Buffer.from('secret')]), 64, 48],
] as const)('[SITE-6] %s is known by its bytes', (type, bytes, width, height) => {
  expect(readPicture(Buffer.from(bytes))).toMatchObject({ type, width, height })
})

test('[SITE-6] only what shows the picture is kept: no text, no Exif, nothing behind the end', () => {
  const jpegComment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('secret')])
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 14]), Buffer.from('Exif\0\0secret')])
  const sent = [
    within(png, chunk('tEXt', Buffer.from('Comment\0secret')), chunk('eXIf', Buffer.from('secret'))),
    Buffer.concat([png, Buffer.from('<script>secret</script>')]),
    Buffer.concat([jpeg.subarray(0, 2), exif, jpegComment, jpeg.subarray(2), Buffer.from('secret')]),
    Buffer.concat([extended(0x08, ['EXIF', Buffer.from('secret')]), Buffer.from('secret')]),
  ]
  for (const bytes of sent) {
    const kept = readPicture(bytes)
    if (typeof kept === 'string') throw new Error(kept)
    expect(bytes.includes('secret')).toBe(true)
    expect(kept.bytes.includes('secret')).toBe(false)
    expect(readPicture(kept.bytes)).toEqual(kept)
  }
  // Another program still shows the same pixels.
  const pixels = (path: string) =>
    execFileSync('ffmpeg', ['-loglevel', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']).toString(
      'hex',
    )
  for (const [name, bytes] of [
    ['a.png', png],
    ['a.jpg', jpeg],
  ] as const) {
    const kept = readPicture(bytes)
    if (typeof kept === 'string') throw new Error(kept)
    const copy = join(folder, `kept-${name}`)
    writeFileSync(copy, kept.bytes)
    expect(pixels(copy)).toBe(pixels(join(folder, name)))
  }
})

const bytesOf = (text: string) => Buffer.from(text)
test.each<[string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), 'not_picture'],
  ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'not_picture'],
  ['HTML', bytesOf('<!doctype html><script>alert(1)</script>'), 'not_picture'],
  ['GIF', bytesOf('GIF89a<script>alert(1)</script>'), 'not_picture'],
  [
    'a page that begins as PNG does',
    Buffer.concat([signature, bytesOf('<script>alert(1)</script>')]),
    'damaged_picture',
  ],
  ['a page that begins as JPEG does', Buffer.concat([jpeg.subarray(0, 4), bytesOf('<script>')]), 'damaged_picture'],
  ['a page that begins as WebP does', bytesOf('RIFF\0\0\0\0WEBP<script>'), 'damaged_picture'],
  ['PNG without pixels', Buffer.concat([signature, header(64, 64), end]), 'damaged_picture'],
  [
    'PNG with fewer pixels than it says',
    Buffer.concat([signature, header(64, 64), chunk('IDAT', deflateSync(Buffer.alloc(100))), end]),
    'damaged_picture',
  ],
  [
    'PNG that is inflated to far more than it says',
    Buffer.concat([signature, header(64, 64), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), end]),
    'damaged_picture',
  ],
  // The last byte of the checksum of its pixels, before the end of 12 bytes.
  ['PNG with a wrong checksum', Buffer.from(png.with(-13, (png.at(-13) ?? 0) ^ 1)), 'damaged_picture'],
  ['animated PNG', within(png, chunk('acTL', Buffer.alloc(8))), 'moving_picture'],
  ['animated WebP', extended(0x02), 'moving_picture'],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'damaged_picture'],
])('[SITE-6] [T37] %s is refused', (_what, bytes, fault) => {
  expect(readPicture(bytes)).toBe(fault)
})

test('[T37] cut or changed at any byte, a picture is refused or still a picture', () => {
  for (const picture of [png, jpeg, webp]) {
    for (let at = 0; at < picture.length; at += 7) {
      const changed = Buffer.from(picture)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      for (const bytes of [changed, picture.subarray(0, at)]) {
        const found = readPicture(bytes)
        if (typeof found !== 'string') expect(found.bytes.length).toBeLessThanOrEqual(bytes.length)
      }
    }
  }
})
