import type { ChatMessage } from '@waggle/contract/chat/entities'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'

/** The focus is set again for this many frames, because the list may mount a row late or replace it while it scrolls. */
const maxFrames = 60

/** Scrolls to a message, highlights it and focuses it. `id` is the highlighted message until `clear` is called. */
export function useFocusMessage(
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
    // If the user has focused something else meanwhile, the focus stays there.
    const mayMoveFocus = (element: Element | null) => element === document.body || element === before
    let frames = 0
    let request = requestAnimationFrame(function focus() {
      frames += 1
      const row = frame.current?.querySelector<HTMLElement>(`[data-message="${target.id}"]`)
      if (row && document.activeElement !== row && mayMoveFocus(document.activeElement))
        row.focus({ preventScroll: true })
      if (frames < maxFrames) request = requestAnimationFrame(focus)
    })
    return () => cancelAnimationFrame(request)
  }, [target, list, frame])

  return { id, clear: useCallback(() => setId(undefined), []) }
}
