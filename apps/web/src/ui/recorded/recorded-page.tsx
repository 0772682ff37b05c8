import type { ReactNode } from 'react'
import styles from './recorded-page.module.css'

/** The page of a replay or a clip. In a wide window a column beside the picture has the chat or how to go on; otherwise all is below it. */
export function RecordedPage({
  column,
  player,
  swipe,
  about,
  contents,
  chat,
  others,
  tools,
}: {
  /** What has the column. Without it the picture has the width. */
  column: 'chat' | 'others' | undefined
  player: ReactNode
  /** Follows a finger over the picture. */
  swipe?: ReactNode
  /** Title, channel and figures. */
  about: ReactNode
  /** What begins where. */
  contents?: ReactNode
  chat?: ReactNode
  /** Other recordings. */
  others: ReactNode
  /** For the channel alone. */
  tools?: ReactNode
}) {
  return (
    <div className={styles.page} data-column={column}>
      <div className={styles.stage}>
        <div className={styles.player}>{player}</div>
        {swipe}
      </div>
      <div className={styles.about}>{about}</div>
      <div className={styles.beside}>
        <div className={styles.contents}>{contents}</div>
        {chat && <div className={styles.chat}>{chat}</div>}
        <div className={styles.others}>{others}</div>
      </div>
      <div className={styles.tools}>{tools}</div>
    </div>
  )
}
