import type { Site } from '@waggle/contract/endpoints'
import { type FormEvent, useId, useState } from 'react'
import { useMedia } from '../../lib/browser/use-media.ts'
import { avatarAddress } from '../../lib/site.ts'
import type { Store } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { authTexts } from '../../texts/account/auth.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { InstallWallet } from '../../ui/feedback/install-wallet.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './login-form.module.css'
import { PhoneWallet } from './phone-wallet.tsx'
import type { SignInForm } from './use-sign-in.ts'
import { type WalletChooser, WalletField } from './wallet-field.tsx'

/** The accounts of the sandbox chain that a visitor can sign in with. */
const sandboxAccounts = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const

/** The form of the login dialog and of the login page (rule AUTH-1). */
export function LoginForm({
  form,
  site,
  wallet,
  walletChoice,
}: {
  form: SignInForm
  site: Pick<Site, 'hive' | 'avatarUrl'> | undefined
  wallet: Store<{ isFound: boolean; hasLooked: boolean }>
  walletChoice: WalletChooser
}) {
  const { isFound, hasLooked } = useStore(wallet)
  const { kind } = useStore(walletChoice)
  // Where the browser takes no extension, the wallet's app comes first.
  const isTouch = useMedia('(hover: none)')
  const isAppNeeded = isTouch && hasLooked && !isFound
  const [username, setUsername] = useState('')
  const { isBusy, error, hint } = form
  const id = useId()

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && username.trim() !== '') void form.submit(username)
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {isAppNeeded && <PhoneWallet />}
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
            // A dialog has been asked for. The keyboard of a phone would cover what stands there first, or on a page below.
            data-autofocus={isAppNeeded ? undefined : ''}
            // biome-ignore lint/a11y/noAutofocus: the field is what the page is for
            autoFocus={matchMedia('(pointer: fine)').matches}
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

      <WalletField choice={walletChoice} disabled={isBusy} />
      {site?.hive === 'sandbox' && kind === 'sandbox' && (
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

      <Button
        kind={isAppNeeded ? 'secondary' : 'primary'}
        size="large"
        type="submit"
        disabled={isBusy || username.trim() === ''}
      >
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
      {!isFound && !isTouch && (
        <p className={styles.install}>
          {authTexts.noWallet} <InstallWallet />
        </p>
      )}
    </form>
  )
}
