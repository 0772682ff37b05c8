import { useQueryClient } from '@tanstack/react-query'
import { admissionLimits } from '@waggle/contract/admission/limits'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { memberTexts as texts } from '../../../texts/admission/members.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountForm } from '../accounts/account-form.tsx'
import { AccountList } from '../accounts/account-list.tsx'
import styles from '../operating.module.css'
import { ManyMembers } from './many-members.tsx'
import own from './remove-members.module.css'
import { RemoveMembers } from './remove-members.tsx'
import { membersKey, useMembers } from './use-members.ts'

/** From so many on the list can be searched. */
const searchableFrom = 8

/** The members of the site (rule MEMBER-5). */
export function MemberList() {
  const queries = useQueryClient()
  const [sought, setSought] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  /** What the question is about: it stays the same while the list behind it changes. */
  const [asked, setAsked] = useState<readonly string[]>()
  /** Those of the last removal that somebody else had removed before. */
  const [missed, setMissed] = useState<readonly string[]>([])
  const refresh = () => void queries.invalidateQueries({ queryKey: membersKey })
  const { data, error, refetch } = useMembers()
  const remove = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('removeMember', { params: { username: input }, token }),
    failed: texts.changeFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onDone: (_, username) => toast(texts.removed(username)),
    onSettled: refresh,
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.membersFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  const { members } = data
  // What was removed meanwhile, by whomever, is no longer chosen.
  const chosen = new Set(members.map(({ username }) => username).filter((username) => picked.has(username)))
  const text = sought.trim().toLowerCase()
  const shown = members.filter(({ username, note }) => `${username} ${note.toLowerCase()}`.includes(text))
  const areAllChosen = shown.length > 0 && shown.every(({ username }) => chosen.has(username))
  const most = admissionLimits.membersAtOnce

  function toggle(usernames: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen)
    for (const username of usernames) {
      if (isChosen) next.add(username)
      else next.delete(username)
    }
    setPicked(next)
    setMissed([])
  }

  return (
    <Panel isMain title={texts.members}>
      <p className={styles.hint}>
        {members.length === 0 ? texts.nobody : texts.membersCount(members.length)} {texts.membersHint}
      </p>
      {members.length >= searchableFrom && (
        <Field label={texts.find}>
          {(control) => (
            <input {...control} type="search" value={sought} onChange={(event) => setSought(event.target.value)} />
          )}
        </Field>
      )}
      {members.length > 0 && shown.length === 0 && <p className={styles.hint}>{texts.noneFound}</p>}
      {shown.length > 0 && (
        <div className={own.choice}>
          <label className="check">
            <input
              type="checkbox"
              checked={areAllChosen}
              onChange={() =>
                toggle(
                  shown.map(({ username }) => username),
                  !areAllChosen,
                )
              }
            />
            {texts.chooseAll}
          </label>
          <Button size="small" disabled={chosen.size === 0 || chosen.size > most} onClick={() => setAsked([...chosen])}>
            {texts.removeChosen(chosen.size)}
          </Button>
        </div>
      )}
      {chosen.size > most && <ErrorMessage>{texts.tooManyChosen(chosen.size, most)}</ErrorMessage>}
      <div role="status" className={own.outcome}>
        {missed.length > 0 && <p>{texts.wereNoMembers(missed)}</p>}
      </div>
      {asked && (
        <RemoveMembers
          usernames={asked}
          onDone={(results) => {
            const gone = results.filter(({ outcome }) => outcome === 'removed')
            setMissed(results.filter(({ outcome }) => outcome === 'no_member').map(({ username }) => `@${username}`))
            setPicked(new Set())
            setAsked(undefined)
            if (gone.length > 0) toast(texts.removedMany(gone.length))
          }}
          onSettled={refresh}
          onClose={() => setAsked(undefined)}
        />
      )}
      <AccountList
        choice={{ labelOf: texts.choose, chosen, toggle: (username) => toggle([username], !chosen.has(username)) }}
        accounts={shown.map(({ username, note, admittedBy, admittedAt }) => ({
          ...{ username, note, about: texts.addedBy(admittedBy, formatDate(admittedAt)) },
        }))}
        remove={{ label: texts.remove, labelOf: texts.removeNamed, isBusy: remove.isBusy, run: remove.run }}
      />
      <MemberForm listed={members.map(({ username }) => username)} onAdded={refresh} />
      <ManyMembers onAdded={refresh} />
    </Panel>
  )
}

function MemberForm({ listed, onAdded }: { listed: readonly string[]; onAdded: () => void }) {
  const [note, setNote] = useState('')
  const add = useSessionMutation({
    send: ({ token, input }: { token: string; input: { username: string; clear: () => void } }) =>
      api('addMember', { params: { username: input.username }, body: { note }, token }),
    failed: texts.changeFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onDone(_, { username, clear }) {
      clear()
      setNote('')
      toast(texts.added(username))
      onAdded()
    },
  })
  return (
    <AccountForm
      title={texts.addOne}
      action={texts.add}
      listed={listed}
      isBusy={add.isBusy}
      onSubmit={(username, clear) => add.run({ username, clear })}
    >
      <Field label={texts.note}>
        {(control) => (
          <input
            {...control}
            value={note}
            maxLength={admissionLimits.memberNoteMaxLength}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </AccountForm>
  )
}
