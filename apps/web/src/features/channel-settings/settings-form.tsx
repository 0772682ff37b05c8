import { useQueryClient } from '@tanstack/react-query'
import { categories, type Language, languages } from '@waggle/contract/channels/choices'
import { defaultTitle } from '@waggle/contract/channels/defaults'
import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { limits } from '@waggle/contract/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { sentenceOf } from '../../lib/api/api-error.ts'
import { unsentEdits } from '../../lib/browser/unsent-edits.ts'
import { paths } from '../../paths.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { categoryText, languageText } from '../../texts/contract/choices.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './channel-settings.module.css'
import { changesOf, lengthOf } from './draft.ts'
import { TagsEditor } from './tags-editor.tsx'

type Message = { kind: 'saved' | 'hint' | 'error'; text: string }

/** Spec section 4, 'Settings form'. `saved` is what the server has; a change of it elsewhere reaches the untouched form. */
export function SettingsForm({ user, saved }: { user: string; saved: OwnChannel }) {
  const session = useSessionStore()
  const { token } = useSession()
  const queries = useQueryClient()
  const [edits, setEdits] = useState<Partial<OwnChannel>>({})
  const [resets, setResets] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [message, setMessage] = useState<Message>()
  const draft = { ...saved, ...edits }
  const changes = changesOf(saved, draft)
  const isDirty = Object.keys(changes).length > 0
  const titleLength = lengthOf(draft.title)
  const isTooLong = titleLength > limits.titleMaxLength

  useEffect(() => {
    if (message?.kind !== 'saved') return
    const timer = setTimeout(() => setMessage(undefined), limits.settingsSavedDisplayMs)
    return () => clearTimeout(timer)
  }, [message])

  function edit(change: Partial<OwnChannel>): void {
    setEdits((now) => ({ ...now, ...change }))
    setMessage(undefined)
  }

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (isSaving || isTooLong) return
    if (!isDirty) return setMessage({ kind: 'hint', text: texts.nothingToSave })
    setSaving(true)
    setMessage(undefined)
    try {
      const answer = await api('updateStreamSettings', {
        params: { username: user },
        body: changes,
        token: token ?? '',
      })
      queries.setQueryData(['my-channel', user], answer)
      setEdits((now) => unsentEdits(now, edits))
      setMessage({ kind: 'saved', text: texts.saved })
    } catch (error) {
      session.endIfRefused(error)
      const text = sentenceOf(error, sentences.dashboard.settingsFailed)
      setMessage({ kind: 'error', text })
    }
    setSaving(false)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <Field label={texts.title} hint={texts.titleHint} aside={`${titleLength} / ${limits.titleMaxLength}`}>
        {(control) => (
          <input
            {...control}
            value={draft.title}
            placeholder={defaultTitle(user)}
            aria-invalid={isTooLong}
            onChange={(event) => edit({ title: event.target.value })}
            onKeyDown={(event) => {
              // A form whose button is disabled is not submitted by Enter.
              if (event.key === 'Enter' && !isDirty) void save(event)
            }}
          />
        )}
      </Field>
      <Field label={texts.description} hint={texts.descriptionHint}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={limits.descriptionMaxLength}
            value={draft.description}
            onChange={(event) => edit({ description: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={texts.category}>
          {(control) => (
            <select
              {...control}
              value={draft.category ?? ''}
              onChange={(event) => edit({ category: (event.target.value || null) as OwnChannel['category'] })}
            >
              <option value="">{texts.noCategory}</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {categoryText(category)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.language}>
          {(control) => (
            <select
              {...control}
              value={draft.language ?? ''}
              onChange={(event) => edit({ language: (event.target.value || null) as Language | null })}
            >
              <option value="">{texts.noLanguage}</option>
              {(Object.keys(languages) as Language[]).map((language) => (
                <option key={language} value={language}>
                  {languageText(language)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <TagsEditor key={resets} tags={draft.tags} onChange={(tags) => edit({ tags })} />
      {isTooLong && <ErrorMessage>{texts.tooLong}</ErrorMessage>}
      {message?.kind === 'error' && <ErrorMessage>{message.text}</ErrorMessage>}
      <p role="status" className={message?.kind === 'saved' ? styles.saved : styles.message}>
        {message && message.kind !== 'error' ? message.text : ''}
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={!isDirty || isSaving || isTooLong}>
          {isSaving ? texts.saving : texts.save}
        </Button>
        <Button
          disabled={!isDirty || isSaving}
          onClick={() => {
            setEdits({})
            // A tag that is still being typed goes too.
            setResets(resets + 1)
            setMessage(undefined)
          }}
        >
          {texts.reset}
        </Button>
      </div>
      <ul className={styles.links}>
        <li>
          <a href="#chat">{texts.toChat}</a>
        </li>
        <li>
          <Link href={paths.streamKey}>{texts.toAnnouncements}</Link>
        </li>
      </ul>
    </form>
  )
}
