import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from './user-card.module.css'

/** The names of the logged-in users in the room, loaded when the dialog opens. */
export function WhoIsHere({ channel, onClose }: { channel: string; onClose: () => void }) {
  const site = useSite()
  const { data, isError } = useQuery({
    queryKey: ['chat-presence', channel],
    queryFn: ({ signal }) => api('getChatPresence', { params: { channel }, signal }),
    staleTime: 0,
  })
  return (
    <Modal title={chatTexts.whoIsHere} onClose={onClose}>
      {isError && <ErrorMessage>{sentences.chat.socketError}</ErrorMessage>}
      {!data && !isError && <Spinner label={chatTexts.loadingNames} />}
      {data && (
        <>
          <p className={styles.count}>{describe(data.viewers, data.users.length)}</p>
          <ul className={styles.people}>
            {data.users.map((username) => (
              <li key={username}>
                <Avatar username={username} src={avatarAddress(site, username)} size={28} />
                {username}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

function describe(viewers: number, named: number): string {
  const others = Math.max(0, viewers - named)
  return others > 0 && named > 0 ? chatTexts.inRoomUnnamed(viewers, others) : chatTexts.inRoom(viewers)
}
