import type { ActiveStream } from '@waggle/contract/endpoints'
import { siteTexts } from '../texts/site.ts'

/**
 * All sample data of the app. The product shows it when the server cannot be reached (spec sections 4 and 8),
 * and never without the label below.
 */
export const sampleLabel = siteTexts.sampleData

export const sampleQualities = ['1080p', '720p', '480p', '360p'] as const

export const sampleStreams: readonly ActiveStream[] = [
  sample('sample-garden', 'A garden, as an example', 'Just Chatting', 128),
  sample('sample-synth', 'Synthesiser evening, as an example', 'Music', 64),
  sample('sample-maker', 'Building a keyboard, as an example', 'Technology', 32),
]

function sample(username: string, title: string, category: string, viewers: number): ActiveStream {
  return {
    id: username,
    username,
    title,
    avatar: '',
    thumbnail: null,
    viewers,
    category,
    isLive: true,
    isReconnecting: false,
    streamPath: '',
    startTime: 0,
    description: '',
    language: null,
    tags: [],
  }
}
