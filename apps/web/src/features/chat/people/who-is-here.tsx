import { useQuery } from '@tanstack/react-query'
import type { ChatPresence } from '@waggle/contract/chat/entities'
import type { RefObject } from 'react'
import { api } from '../../../lib/api/api.ts'
import { nameColour } from '../../../lib/name-colour.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { RoleBadge } from '../../../ui/identity/role-badge.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import styles from './who-is-here.module.css'

/** The names of the logged-in users in the room in groups, loaded when it opens. Each opens the user's card. */
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
          {groupsOf(data).map(({ name, users, role }) => (
            <section key={name} className={styles.group} aria-label={name}>
              <h3 className={styles.heading}>{name}</h3>
              <ul className={styles.people}>
                {users.map((username) => {
                  const person = (
                    <>
                      <Avatar username={username} src={avatarAddress(site, username)} size={24} />
                      <span>
                        {role}
                        <span style={{ color: nameColour(username) }}>{username}</span>
                      </span>
                    </>
                  )
                  return (
                    <li key={username}>
                      {onUser ? (
                        <button type="button" className={styles.person} onClick={() => onUser(username)}>
                          {person}
                        </button>
                      ) : (
                        <span className={styles.person}>{person}</span>
                      )}
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
        </>
      )}
    </Popover>
  )
}

/** The streamer, the moderators and the others. Who is not here is in no group, and a group of nobody is left out. */
function groupsOf({ channel, users, moderators }: ChatPresence) {
  const isOwner = (username: string) => username === channel
  const isModerator = (username: string) => !isOwner(username) && moderators.includes(username)
  const [owner, helpers] = [users.filter(isOwner), users.filter(isModerator)]
  const others = users.filter((username) => !isOwner(username) && !isModerator(username))
  return [
    { name: chatTexts.streamerHere, users: owner, role: <RoleBadge isOwner isModerator={false} /> },
    {
      name: chatTexts.moderatorsHere(helpers.length),
      users: helpers,
      role: <RoleBadge isOwner={false} isModerator />,
    },
    { name: chatTexts.othersHere(others.length), users: others, role: null },
  ].filter((group) => group.users.length > 0)
}

function describe(viewers: number, named: number): string {
  const others = Math.max(0, viewers - named)
  return others > 0 && named > 0 ? chatTexts.inRoomUnnamed(viewers, others) : chatTexts.inRoom(viewers)
}
