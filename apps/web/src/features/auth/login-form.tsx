import type { Site } from '@waggle/contract/endpoints'
import { type FormEvent, useId, useState } from 'react'
import { avatarAddress } from '../../lib/site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './login-form.module.css'
import type { SignInForm } from './use-sign-in.ts'

/** The accounts of the sandbox chain a visitor can try the site with. */
const sandboxAccounts = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const

const installLinks = [
  ['Chrome', 'https://chromewebstore.google.com/detail/hive-keychain/jcacnejopjdphbnjgfaaobbfafkihpep'],
  ['Firefox', 'https://addons.mozilla.org/firefox/addon/hive-keychain/'],
  ['Edge', 'https://microsoftedge.microsoft.com/addons/detail/hive-keychain/'],
] as const

/** The fields of the login, used in the dialog and on the login page alike. */
export function LoginForm({ form, site }: { form: SignInForm; site: Site | undefined }) {
  const [username, setUsername] = useState('')
  const { isBusy, error, hint } = form
  const id = useId()

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && username.trim() !== '') void form.submit(username)
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <div className={styles.field}>
        <label htmlFor={`${id}-name`}>Hive Username</label>
        <div className={styles.input}>
          <span aria-hidden="true">@</span>
          <input
            id={`${id}-name`}
            type="text"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
            placeholder="username"
            value={username}
            readOnly={isBusy}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => {
              setUsername(event.target.value)
              if (error !== null) form.clearError()
            }}
          />
        </div>
      </div>

      {error !== null && (
        <ErrorMessage id={`${id}-error`}>
          {error}
          {hint && <span className={styles.hint}>{hint}</span>}
        </ErrorMessage>
      )}

      {site?.hive === 'sandbox' && (
        <fieldset className={styles.sandbox} disabled={isBusy}>
          <legend className={styles.sandboxTitle}>Sandbox accounts</legend>
          <p className={styles.sandboxText}>
            This site runs on a local practice chain. Pick an account: a built-in wallet signs for it, nothing is real.
          </p>
          <div className={styles.picks}>
            {sandboxAccounts.map((name) => (
              <button
                key={name}
                type="button"
                className={styles.pick}
                aria-pressed={username === name}
                onClick={() => {
                  setUsername(name)
                  form.clearError()
                }}
              >
                <Avatar username={name} src={avatarAddress(site, name)} size={22} />
                {name}
              </button>
            ))}
          </div>
        </fieldset>
      )}

      <Button kind="primary" size="large" type="submit" disabled={isBusy || username.trim() === ''}>
        {isBusy && <Spinner size={18} />}
        {isBusy ? 'Authenticating...' : 'Sign with Keychain'}
      </Button>

      <p className={styles.install}>
        No wallet yet? Install Hive Keychain for{' '}
        {installLinks.map(([browser, address], index) => (
          <span key={browser}>
            {index > 0 && (index === installLinks.length - 1 ? ' or ' : ', ')}
            <a href={address} target="_blank" rel="noopener noreferrer">
              {browser}
            </a>
          </span>
        ))}
        .
      </p>
    </form>
  )
}
