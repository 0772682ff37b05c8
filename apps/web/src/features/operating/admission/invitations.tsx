import { useQueryClient } from '@tanstack/react-query'
import type { Invitation } from '@waggle/contract/admission/endpoints'
import { admissionLimits } from '@waggle/contract/admission/limits'
import { invitationPath, memberInvitationPath } from '@waggle/contract/pages/page-addresses'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'

const queryKey = ['operating', 'admission', 'invitations']

/** Links that let whoever opens them broadcast (rule ADMIT-7), or enter a private site (rule MEMBER-6). */
export function Invitations({ list }: { list: Invitation['list'] }) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('listInvitations', { token, signal }),
  })
  const revoke = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('revokeInvitation', { params: { invitationId: input }, token }),
    failed: texts.revokeFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.invitationsFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  const invitations = data.invitations.filter((each) => each.list === list)
  return (
    <Panel title={texts.invitations}>
      <p className={styles.hint}>{texts.invitationsHint[list]}</p>
      {invitations.length === 0 && <p className={styles.hint}>{texts.noInvitations}</p>}
      <ul className={styles.list}>
        {invitations.map(({ id, note, usesLeft, createdBy, createdAt, expiresAt }) => (
          <li key={id} className={styles.row}>
            <div className={styles.about}>
              <span>{note || texts.unnamed}</span>
              <span className={styles.facts}>
                <span>{texts.listedBy(createdBy, formatDateTime(createdAt))}</span>
                <span>{texts.expires(formatDateTime(expiresAt))}</span>
                {list === 'members' && <span>{texts.usesLeft(usesLeft)}</span>}
              </span>
            </div>
            <Button
              size="small"
              disabled={revoke.isBusy}
              aria-label={texts.revokeNamed(note || texts.unnamed)}
              onClick={() => revoke.run(id)}
            >
              {texts.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {secret !== undefined && (
        <CopyField
          label={texts.link}
          value={location.origin + (list === 'members' ? memberInvitationPath(secret) : invitationPath(secret))}
          copiedText={texts.linkCopied}
        />
      )}
      <InvitationForm
        list={list}
        onMade={(made) => {
          setSecret(made)
          refresh()
        }}
      />
    </Panel>
  )
}

function InvitationForm({ list, onMade }: { list: Invitation['list']; onMade: (secret: string) => void }) {
  const [note, setNote] = useState('')
  const [days, setDays] = useState('7')
  const [uses, setUses] = useState('1')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) =>
      api('createInvitation', { body: { list, note, days: Number(days), uses: Number(uses) }, token }),
    failed: texts.inviteFailed,
    onDone({ secret }) {
      setNote('')
      onMade(secret)
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.section} onSubmit={submit}>
      <div className={styles.fields}>
        <Field label={texts.forWhom}>
          {(control) => (
            <input
              {...control}
              value={note}
              maxLength={admissionLimits.invitationNoteMaxLength}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <Field label={texts.days}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              required
              min={1}
              max={admissionLimits.invitationMaxDays}
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
        {list === 'members' && (
          <Field label={texts.uses}>
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                required
                min={1}
                max={admissionLimits.invitationMaxUses}
                value={uses}
                onChange={(event) => setUses(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div>
        <Button type="submit" disabled={isBusy}>
          {texts.invite}
        </Button>
      </div>
    </form>
  )
}
