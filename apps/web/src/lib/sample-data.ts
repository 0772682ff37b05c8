import type { ActiveStream } from '@waggle/contract/endpoints'
import { siteTexts } from '../texts/site.ts'

/**
 * Sample data is here and in sample-figures.ts. It is shown only on failures, and never without the label below (rule SAMPLE-1).
 */
export const sampleLabel = siteTexts.sampleData

/** An underscore cannot be part of a Hive account's name, so none of these is somebody's channel (rule SAMPLE-2). */
export const sampleStreams: readonly ActiveStream[] = [
  sample('sample_garden', 'A garden, as an example', 'Just Chatting', 128),
  sample('sample_synth', 'Synthesiser evening, as an example', 'Music', 64),
  sample('sample_maker', 'Building a keyboard, as an example', 'Technology', 32),
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
    isStopped: false,
    streamPath: '',
    startTime: 0,
    description: '',
    language: null,
    tags: [],
  }
}
