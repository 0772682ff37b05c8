import type { ChatMessage } from '@waggle/contract/chat/entities'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'

/** So many frames a row may take until it is drawn; the list may draw it anew while it finds its place. */
const framesMax = 60

/** Brings a message into view, marks it and gives it the focus. `id` is the one marked, until `forget`. */
export function useGoTo(
  target: { id: string } | undefined,
  {
    list,
    frame,
    messages,
    stick,
  }: {
    list: RefObject<VListHandle | null>
    frame: RefObject<HTMLElement | null>
    messages: readonly ChatMessage[]
    stick: { pause: () => void }
  },
) {
  const [id, setId] = useState<string>()
  const latest = useRef({ messages, stick })
  latest.current = { messages, stick }

  useEffect(() => {
    if (!target) return
    const index = latest.current.messages.findIndex((message) => message.id === target.id)
    if (index === -1) return
    setId(target.id)
    latest.current.stick.pause()
    list.current?.scrollToIndex(index, { align: 'center' })
    const before = document.activeElement
    // Whoever has gone on to something else meanwhile stays there.
    const isNobodys = (element: Element | null) => element === document.body || element === before
    let frames = 0
    let request = requestAnimationFrame(function focus() {
      frames += 1
      const row = frame.current?.querySelector<HTMLElement>(`[data-message="${target.id}"]`)
      if (row && document.activeElement !== row && isNobodys(document.activeElement)) row.focus({ preventScroll: true })
      if (frames < framesMax) request = requestAnimationFrame(focus)
    })
    return () => cancelAnimationFrame(request)
  }, [target, list, frame])

  return { id, forget: useCallback(() => setId(undefined), []) }
}
