import type { Site } from '@waggle/contract/endpoints'
import { type FormEvent, useId, useState } from 'react'
import { avatarAddress } from '../../lib/site.ts'
import { authTexts } from '../../texts/auth.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './login-form.module.css'
import type { SignInForm } from './use-sign-in.ts'

/** The accounts of the sandbox chain that a visitor can sign in with. */
const sandboxAccounts = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const

const installLinks = [
  ['Chrome', 'https://chromewebstore.google.com/detail/hive-keychain/jcacnejopjdphbnjgfaaobbfafkihpep'],
  ['Firefox', 'https://addons.mozilla.org/firefox/addon/hive-keychain/'],
  ['Edge', 'https://microsoftedge.microsoft.com/addons/detail/hive-keychain/'],
] as const

/** The form of the login dialog and of the login page (rule AUTH-1). */
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
        <label htmlFor={`${id}-name`}>{authTexts.username}</label>
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
            placeholder={authTexts.usernamePlaceholder}
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
          <legend className={styles.sandboxTitle}>{authTexts.sandboxAccounts}</legend>
          <p className={styles.sandboxText}>{authTexts.sandboxHint}</p>
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
        {isBusy ? authTexts.busy : authTexts.submit}
      </Button>

      {isBusy &&
        (form.canClose ? (
          <WalletWait onCancel={form.cancel} />
        ) : (
          <p className={styles.waiting} role="status">
            {authTexts.waiting}
          </p>
        ))}
      <p className={styles.install}>
        {authTexts.install}{' '}
        {installLinks.map(([browser, address], index) => (
          <span key={browser}>
            {index > 0 && (index === installLinks.length - 1 ? authTexts.or : ', ')}
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
