import { ChevronDown } from 'lucide-react'
import { Suspense, startTransition, useState } from 'react'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { accountTexts } from '../../texts/account/account-menu.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './user-menu.module.css'

const UserMenu = lazyOverlay(async () => (await import('./user-menu.tsx')).UserMenu)

/** The user's picture and name in the top bar. The menu that it opens takes its place, and is loaded with the first press. */
export function AccountButton({ user, avatar }: { user: string; avatar: string | undefined }) {
  const [isPressed, setPressed] = useState(false)
  // The button stays, and with it the focus, until the menu is there.
  const open = () => startTransition(() => setPressed(true))
  const content = (
    <>
      <Avatar username={user} src={avatar} size={32} />
      <span className={styles.user}>@{user}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </>
  )
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-label={accountTexts.accountMenu(user)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      }}
    >
      {content}
    </button>
  )
  return (
    <Suspense>
      {isPressed ? (
        <UserMenu user={user} look={styles.button} onClose={() => setPressed(false)}>
          {content}
        </UserMenu>
      ) : (
        button
      )}
    </Suspense>
  )
}
