import type { AudioConfig, VideoConfig } from '../../sample.ts'
import { withToken } from './playlist-query.ts'

interface Variant {
  name: string
  tracks: {
    video?: Pick<VideoConfig, 'codecString' | 'width' | 'height'>
    audio?: Pick<AudioConfig, 'codecString'>
  }
  frameRate: number | undefined
  /** Bits per second. */
  peakBitrate: number
  meanBitrate: number
}

interface MasterPlaylistView {
  variants: readonly Variant[]
  /** Every segment begins with a key frame. */
  isIndependent: boolean
  token: string | undefined
}

/** A multivariant playlist (RFC 8216bis section 4.4.6). */
export function masterPlaylist(view: MasterPlaylistView): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:9']
  if (view.isIndependent) lines.push('#EXT-X-INDEPENDENT-SEGMENTS')
  for (const variant of view.variants) {
    const { video, audio } = variant.tracks
    const codecs = [video?.codecString, audio?.codecString].filter((codec) => codec !== undefined).join(',')
    const attributes = [
      `BANDWIDTH=${Math.max(variant.peakBitrate, variant.meanBitrate, 1)}`,
      `AVERAGE-BANDWIDTH=${Math.max(variant.meanBitrate, 1)}`,
      `CODECS="${codecs}"`,
    ]
    if (video !== undefined) attributes.push(`RESOLUTION=${video.width}x${video.height}`)
    if (video !== undefined && variant.frameRate !== undefined) {
      attributes.push(`FRAME-RATE=${variant.frameRate.toFixed(3)}`)
    }
    // Without this, players look for captions in the media: Shaka Player fetches segments only for that.
    if (video !== undefined) attributes.push('CLOSED-CAPTIONS=NONE')
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, withToken(`${variant.name}/media.m3u8`, view.token))
  }
  return `${lines.join('\n')}\n`
}
