import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useEffect, useRef, useState } from 'react'
import styles from './tip-sweep.module.css'

/** Light that sweeps through the chat once when a tip arrives. Tips that were there first do not sweep. */
export function TipSweep({ messages }: { messages: readonly ChatMessage[] }) {
  const seenId = useRef(messages.at(-1)?.id ?? '')
  const [tipId, setTipId] = useState<string>()

  useEffect(() => {
    const tip = messages.findLast(({ id, kind }) => kind === 'tip' && id > seenId.current)
    seenId.current = messages.at(-1)?.id ?? seenId.current
    if (tip) setTipId(tip.id)
  }, [messages])

  if (tipId === undefined) return null
  return (
    <div
      key={tipId}
      className={styles.sweep}
      data-testid="tip-sweep"
      aria-hidden="true"
      onAnimationEnd={() => setTipId(undefined)}
    />
  )
}
