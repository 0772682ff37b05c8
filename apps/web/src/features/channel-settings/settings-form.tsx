import { useQueryClient } from '@tanstack/react-query'
import { type Language, languages } from '@waggle/contract/channels/choices'
import { defaultTitle } from '@waggle/contract/channels/defaults'
import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { lengthOf } from '@waggle/contract/clean-text'
import { limits } from '@waggle/contract/limits'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { unsentEdits } from '../../lib/browser/unsent-edits.ts'
import { useSite } from '../../lib/site.ts'
import { useFormMessage } from '../../lib/use-form-message.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { categoryText, languageText } from '../../texts/contract/choices.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { formEndTexts } from '../../texts/form-end.ts'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormEnd } from '../../ui/forms/form-end.tsx'
import styles from './channel-settings.module.css'
import { changesOf } from './draft.ts'
import { ownChannelKey } from './own-channel-key.ts'
import { changeSettingsEdits, useSettingsEdits } from './settings-edits.ts'
import { TagsEditor } from './tags-editor.tsx'

/**
 * `saved` is what the server has. When that changes elsewhere, fields that were not edited show the new value (rule SETTINGS-4). In a
 * popover, `onSaved` closes it and says so elsewhere, and `onCancel` closes it without what was typed.
 */
export function SettingsForm({
  user,
  saved,
  onSaved,
  onCancel,
}: {
  user: string
  saved: OwnChannel
  onSaved?: (() => void) | undefined
  onCancel?: (() => void) | undefined
}) {
  const queries = useQueryClient()
  const edits = useSettingsEdits(user)
  const setEdits = (change: (now: Partial<OwnChannel>) => Partial<OwnChannel>) => changeSettingsEdits(user, change)
  const [resets, setResets] = useState(0)
  const [message, setMessage] = useFormMessage<'hint'>()
  const saving = useSessionMutation<Record<'changes' | 'edits', Partial<OwnChannel>>, OwnChannel>({
    async send({ token, input }) {
      try {
        return await api('updateStreamSettings', { params: { username: user }, body: input.changes, token })
      } catch (error) {
        // A server that refuses without a sentence; any other failure has one, or gets `failed` (rule SETTINGS-6).
        const isUnexplained = error instanceof ApiError && error.sentence === undefined
        throw isUnexplained ? new ShownError(sentences.channel.updateFailed, { cause: error }) : error
      }
    },
    failed: sentences.dashboard.settingsFailed,
    onDone(answer, sent) {
      queries.setQueryData(ownChannelKey(user), answer)
      setEdits((now) => unsentEdits(now, sent.edits))
      if (onSaved) onSaved()
      else setMessage({ kind: 'saved', text: texts.saved })
    },
  })
  const draft = { ...saved, ...edits }
  const siteCategories = useSite()?.categories ?? []
  // One that the site has taken from its list stays until the streamer chooses another one.
  const offered = [...new Set([...siteCategories, ...(saved.category ? [saved.category] : [])])]
  const changes = changesOf(saved, draft)
  const isDirty = Object.keys(changes).length > 0
  const titleLength = lengthOf(draft.title)
  const isTooLong = titleLength > limits.titleMaxLength

  function clearMessages(): void {
    setMessage(undefined)
    saving.clearFailure()
  }

  function edit(change: Partial<OwnChannel>): void {
    setEdits((now) => {
      const edited = { ...now, ...change }
      // What is as it was saved is no edit; of what is being saved that is not known yet.
      return saving.isBusy ? edited : changesOf(saved, { ...saved, ...edited })
    })
    clearMessages()
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isBusy || isTooLong) return
    clearMessages()
    if (isDirty) saving.run({ changes, edits })
    else setMessage({ kind: 'hint', text: texts.nothingToSave })
  }

  const buttons = (
    <>
      <Button kind="primary" type="submit" disabled={!isDirty || saving.isBusy || isTooLong}>
        {saving.isBusy ? texts.saving : texts.save}
      </Button>
      <Button
        disabled={(!isDirty && !onCancel) || saving.isBusy}
        onClick={() => {
          setEdits(() => ({}))
          // Remounts the tags editor, which drops a half-typed tag.
          setResets(resets + 1)
          clearMessages()
          onCancel?.()
        }}
      >
        {onCancel ? texts.cancel : texts.reset}
      </Button>
    </>
  )
  return (
    <form className={styles.form} onSubmit={save}>
      <Field
        label={texts.title}
        hint={texts.titleHint}
        aside={`${titleLength} / ${limits.titleMaxLength}`}
        mistake={isTooLong && texts.tooLong}
      >
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} ${styles.title}`}
            rows={2}
            value={draft.title}
            placeholder={defaultTitle(user)}
            // As high as the title, which is one line for the server.
            onChange={(event) => edit({ title: event.target.value.replaceAll('\n', ' ') })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) save(event)
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
              onChange={(event) => edit({ category: event.target.value || null })}
            >
              <option value="">{texts.noCategory}</option>
              {offered.map((category) => (
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
      {saving.failure !== undefined && <ErrorMessage>{saving.failure}</ErrorMessage>}
      <p role="status" className={message?.kind === 'saved' ? styles.saved : styles.message}>
        {message?.text}
      </p>
      {onSaved ? (
        <div className={styles.inView}>
          {buttons}
          {isDirty && <span className={styles.unsaved}>{isTooLong ? formEndTexts.wrong : formEndTexts.notSaved}</span>}
        </div>
      ) : (
        <FormEnd isChanged={isDirty} isWrong={isTooLong}>
          {buttons}
        </FormEnd>
      )}
      {!onSaved && (
        <ul className={styles.links}>
          <li>
            <a href="#moderation">{texts.toChat}</a>
          </li>
          <li>
            <Link href={pagePaths.streamKey}>{texts.toAnnouncements}</Link>
          </li>
        </ul>
      )}
    </form>
  )
}
