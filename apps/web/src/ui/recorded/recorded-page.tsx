import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useVisibleHeight } from '../../lib/browser/visible-height.ts'
import { useFullscreenChat } from '../fullscreen/use-fullscreen-chat.ts'
import { type Part, PartSwitch } from '../surfaces/part-switch.tsx'
import styles from './recorded-page.module.css'

const FullscreenChatButton = lazyExtra(
  async () => (await import('../fullscreen/fullscreen-chat-button.tsx')).FullscreenChatButton,
)

export interface RecordedPart extends Part {
  content: ReactNode
}

/** Whether the window is one in which what follows the picture is in tabs, as on the page of a live channel (rule REC-17). */
export function useHasParts(): boolean {
  return useMedia('(width <= 1000px) and (height > 500px)')
}

/**
 * The page of a replay or a clip. In a wide window a column beside the picture has the chat or how to go on; in a narrow one a bar and
 * tabs follow the picture; on a phone on its side all is below it.
 */
export function RecordedPage({
  column,
  player,
  swipe,
  share,
  bar,
  parts,
  actions,
  about,
  contents,
  chat,
  others,
  tools,
  channels,
}: {
  /** What has the column. Without it the picture has the width. */
  column: 'chat' | 'others' | undefined
  player: ReactNode
  /** Follows a finger over the picture. */
  swipe?: ReactNode
  /** The button over the picture, beside the player's controls; where the one below it is in a tab. */
  share?: ReactNode
  /** Title and channel in a line, above the tabs. */
  bar: ReactNode
  /** The tabs, the one that is open at first before the others; absent where what follows is below the picture, or beside it. */
  parts: readonly RecordedPart[] | undefined
  /** At the end of the line of the tabs. */
  actions?: ReactNode
  /** Title, channel and figures. */
  about: ReactNode
  /** What begins where. */
  contents?: ReactNode
  chat?: ReactNode
  /** Other recordings. */
  others: ReactNode
  /** For the channel alone. */
  tools?: ReactNode
  /** Who is live now: the last thing below the picture, where there are no tabs. */
  channels: ReactNode
}) {
  const page = useRef<HTMLDivElement>(null)
  useVisibleHeight(page)
  const { isFullscreen, isChatOpen, showChat } = useFullscreenChat(page)
  const hasChatColumn = column === 'chat' && !parts
  return (
    <div
      ref={page}
      className={styles.page}
      data-column={column}
      data-parts={parts && true}
      data-fullscreen-area={hasChatColumn || undefined}
      data-chat={isFullscreen ? (isChatOpen ? 'open' : 'closed') : undefined}
    >
      <div className={styles.stage}>
        <div className={styles.player}>{player}</div>
        {swipe}
        {share && <div className={styles.share}>{share}</div>}
        {isFullscreen && (
          <Suspense>
            <FullscreenChatButton isOpen={isChatOpen} onShow={showChat} />
          </Suspense>
        )}
      </div>
      {parts ? (
        <>
          {bar}
          <Parts parts={parts} actions={actions} />
        </>
      ) : (
        <>
          <div className={styles.about}>{about}</div>
          <div className={styles.beside}>
            <div className={styles.contents}>{contents}</div>
            {chat && <div className={styles.chat}>{chat}</div>}
            <div className={styles.others}>{others}</div>
          </div>
          <div className={styles.tools}>{tools}</div>
          <div className={styles.channels}>
            <Suspense>{channels}</Suspense>
          </div>
        </>
      )}
    </div>
  )
}

/** All of them stay as they are while another one is in view: what was typed there, and where the chat was read. */
function Parts({ parts, actions }: { parts: readonly RecordedPart[]; actions: ReactNode }) {
  const [chosen, setChosen] = useState(parts[0]?.key)
  const selected = parts.some(({ key }) => key === chosen) ? chosen : parts[0]?.key
  return (
    <>
      <PartSwitch parts={parts} selected={selected ?? ''} onSelect={setChosen} isAlone>
        <div className={styles.actions}>{actions}</div>
      </PartSwitch>
      {parts.map(({ key, content }) => (
        <div
          key={key}
          id={key}
          role="tabpanel"
          aria-labelledby={`${key}-tab`}
          className={styles.part}
          data-part={key}
          data-open={key === selected || undefined}
        >
          {content}
        </div>
      ))}
    </>
  )
}
