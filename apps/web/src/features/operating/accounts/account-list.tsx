import { avatarAddress, useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'

/** Accounts by name, each with what is known of it and, where they may be chosen or removed, a checkbox and a button. */
export function AccountList({
  accounts,
  choice,
  remove,
}: {
  accounts: readonly { username: string; note?: string; about?: string }[]
  choice?: { labelOf: (username: string) => string; chosen: ReadonlySet<string>; toggle: (username: string) => void }
  remove?: { label: string; labelOf: (username: string) => string; isBusy: boolean; run: (username: string) => void }
}) {
  const site = useSite()
  if (accounts.length === 0) return null
  return (
    <ul className={styles.list}>
      {accounts.map(({ username, note, about }) => (
        <li key={username} className={styles.line}>
          {choice && (
            <label className="check touched">
              <input
                type="checkbox"
                aria-label={choice.labelOf(username)}
                checked={choice.chosen.has(username)}
                onChange={() => choice.toggle(username)}
              />
            </label>
          )}
          <Avatar username={username} src={avatarAddress(site, username)} size={28} />
          <div className={styles.about}>
            <AccountLink username={username} />
            {note && <span>{note}</span>}
            {about !== undefined && <span className={styles.hint}>{about}</span>}
          </div>
          {remove && (
            <Button
              kind="cautious"
              size="small"
              disabled={remove.isBusy}
              aria-label={remove.labelOf(username)}
              onClick={() => remove.run(username)}
            >
              {remove.label}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
