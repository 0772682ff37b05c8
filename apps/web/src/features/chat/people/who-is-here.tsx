import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { api } from '../../../lib/api/api.ts'
import { nameColour } from '../../../lib/name-colour.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import styles from './who-is-here.module.css'

/** The names of the logged-in users in the room, loaded when it opens. Each opens the user's card. */
export function WhoIsHere({
  channel,
  anchor,
  onUser,
  onClose,
}: {
  channel: string
  anchor: RefObject<HTMLElement | null>
  /** Absent where there are no cards. */
  onUser?: (username: string) => void
  onClose: () => void
}) {
  const site = useSite()
  const { data, isError } = useQuery({
    queryKey: ['chat-presence', channel],
    queryFn: ({ signal }) => api('getChatPresence', { params: { channel }, signal }),
    staleTime: 0,
  })
  return (
    <Popover title={chatTexts.whoIsHere} anchor={anchor} onClose={onClose}>
      {isError && <ErrorMessage>{sentences.chat.socketError}</ErrorMessage>}
      {!data && !isError && <Spinner label={chatTexts.loadingNames} />}
      {data && (
        <>
          <p className={styles.count}>{describe(data.viewers, data.users.length)}</p>
          <ul className={styles.people}>
            {data.users.map((username) => {
              const name = <span style={{ color: nameColour(username) }}>{username}</span>
              const avatar = <Avatar username={username} src={avatarAddress(site, username)} size={24} />
              return (
                <li key={username}>
                  {onUser ? (
                    <button type="button" className={styles.person} onClick={() => onUser(username)}>
                      {avatar}
                      {name}
                    </button>
                  ) : (
                    <span className={styles.person}>
                      {avatar}
                      {name}
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Popover>
  )
}

function describe(viewers: number, named: number): string {
  const others = Math.max(0, viewers - named)
  return others > 0 && named > 0 ? chatTexts.inRoomUnnamed(viewers, others) : chatTexts.inRoom(viewers)
}
