import { useQueryClient } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { compareStreams, featuredCandidates } from '@waggle/contract/streams/order'
import { useState } from 'react'
import { sentFeaturedKey } from '../../../lib/queries/streams-query.ts'
import { useSite } from '../../../lib/site.ts'

/** How many streams the visitor can choose from, with the featured one. */
const choicesMax = 4

export type SomeStreams = readonly [ActiveStream, ...ActiveStream[]]

interface Featured {
  stream: ActiveStream
  /** What can be featured instead, and `stream`, the most watched first: the order does not change with the choice. */
  choices: readonly ActiveStream[]
  choose(id: string): void
  chooseAtRandom(): void
}

/**
 * The stream that the home page features: the channel that the site features, the one that the server chose at random, or else one
 * chosen here (rule HOME-2), but not the channel that plays in the corner, if there are others. It stays until the visitor chooses
 * another one or it ends.
 */
export function useFeatured(streams: SomeStreams, inCorner: string | undefined): Featured {
  const queries = useQueryClient()
  const featuredChannel = useSite()?.featuredChannel
  const [firstId, setFirstId] = useState(() => {
    const featured = streams.find(({ username }) => username === featuredChannel)
    if (featured) return featured.id
    const sentId = queries.getQueryData<string>(sentFeaturedKey)
    return streams.find(({ id }) => id === sentId)?.id ?? atRandom(streams).id
  })
  const [chosenId, setChosenId] = useState<string>()

  const elsewhere = streams.filter(({ username }) => username !== inCorner)
  let first = streams.find(({ id }) => id === firstId)
  if (!first || (first.username === inCorner && elsewhere[0])) {
    first = atRandom(elsewhere[0] ? elsewhere : streams)
    setFirstId(first.id)
  }
  const others = featuredCandidates(streams).filter(({ id }) => id !== first.id)
  const choices = [first, ...others.slice(0, choicesMax - 1)].toSorted(compareStreams)
  return {
    stream: choices.find(({ id }) => id === chosenId) ?? first,
    choices,
    choose: setChosenId,
    chooseAtRandom() {
      const { id } = atRandom(streams)
      setFirstId(id)
      setChosenId(id)
    },
  }
}

function atRandom(streams: readonly ActiveStream[]): ActiveStream {
  const candidates = featuredCandidates(streams)
  return candidates[Math.floor(Math.random() * candidates.length)] ?? streams[0]!
}
