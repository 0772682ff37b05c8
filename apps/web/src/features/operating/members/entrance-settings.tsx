import { useQueryClient } from '@tanstack/react-query'
import { admissionLimits } from '@waggle/contract/admission/limits'
import type { Answer } from '@waggle/contract/endpoints'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { memberTexts as texts } from '../../../texts/admission/members.ts'
import { refusalText } from '../../../texts/contract/errors.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { UnsavedBar } from '../../../ui/forms/unsaved-bar.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { Choices } from '../admission/choices.tsx'
import styles from '../operating.module.css'

const queryKey = ['operating', 'entrance']

/** Whether the site is private. For operators (rules MEMBER-1, MEMBER-4). */
export function EntranceSettings() {
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getEntranceSettings', { token, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.entranceFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  return <EntranceForm key={data.revision} stored={data} />
}

function EntranceForm({ stored }: { stored: Answer<'getEntranceSettings'> }) {
  const queries = useQueryClient()
  const [isPrivate, setPrivate] = useState(stored.value.isPrivate)
  const [welcome, setWelcome] = useState(stored.value.welcome)
  const [hint, setHint] = useState(stored.value.hint)
  const { value } = stored
  const changes = [isPrivate !== value.isPrivate, welcome !== value.welcome, hint !== value.hint].filter(Boolean).length
  const { run, isBusy, failure, clearFailure } = useSessionMutation({
    send: ({ token }) =>
      api('updateEntranceSettings', {
        body: { value: { isPrivate, welcome, hint }, revision: stored.revision },
        token,
      }),
    failed: texts.saveFailed,
    async onDone() {
      toast(texts.saved)
      await queries.invalidateQueries({ queryKey })
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.saved} onSubmit={submit}>
      <Panel title={texts.entrance}>
        <Choices
          name="entrance"
          title={texts.entrance}
          choices={['public', 'private']}
          labels={texts.choices}
          hints={texts.choiceHints}
          chosen={isPrivate ? 'private' : 'public'}
          onChoose={(choice) => setPrivate(choice === 'private')}
          isPossible={(choice) => choice === 'public' || stored.obstacle === null || isPrivate}
        />
        {stored.obstacle !== null && <p className={styles.hint}>{refusalText('cannot_be_private', stored.obstacle)}</p>}
        {isPrivate && (
          <>
            <Field label={texts.welcome} hint={texts.welcomeHint}>
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  value={welcome}
                  maxLength={admissionLimits.entranceWelcomeMaxLength}
                  onChange={(event) => setWelcome(event.target.value)}
                />
              )}
            </Field>
            <Field label={texts.hint}>
              {(control) => (
                <textarea
                  {...control}
                  rows={3}
                  value={hint}
                  maxLength={admissionLimits.entranceHintMaxLength}
                  onChange={(event) => setHint(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <p className={styles.hint}>{texts.entranceHint}</p>
      </Panel>
      <UnsavedBar
        {...{ changes, isBusy, failure }}
        onDiscard={() => {
          setPrivate(value.isPrivate)
          setWelcome(value.welcome)
          setHint(value.hint)
          clearFailure()
        }}
      />
    </form>
  )
}
