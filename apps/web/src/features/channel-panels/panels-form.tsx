import { useQueryClient } from '@tanstack/react-query'
import { type ChannelPanel, type PanelMistake, panelLimits } from '@waggle/contract/channels/panels'
import type { Answer } from '@waggle/contract/endpoints'
import { PanelsTopLeft, Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../lib/api/api.ts'
import { useFormMessage } from '../../lib/use-form-message.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { panelEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FormEnd } from '../../ui/forms/form-end.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { PanelRow } from './panel-row.tsx'
import { draftsOf, isChanged, mistakeIn, movedTo, type PanelDraft, panelOf, withEmptyPanel } from './panels-draft.ts'
import styles from './panels-editor.module.css'
import { panelsQuery } from './panels-query.ts'

/** `saved` is what the server has. All panels are saved together; until then, or until Reset, the edits are only here. */
export function PanelsForm({ user, saved }: { user: string; saved: ChannelPanel[] }) {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<PanelDraft[]>()
  /** The row whose fields are shown, with the field that takes the focus. */
  const [open, setOpen] = useState<{ key: number; field?: PanelMistake }>()
  /** From the first attempt to save on, mistakes are shown. */
  const [isChecked, setChecked] = useState(false)
  const [message, setMessage] = useFormMessage<'announced'>()
  const addButton = useRef<HTMLButtonElement>(null)
  const drafts = edits ?? draftsOf(saved)
  const isDirty = isChanged(saved, drafts)
  const mistakeOf = (draft: PanelDraft) => (isChecked ? mistakeIn(draft) : undefined)
  const isWrong = drafts.some((draft) => mistakeOf(draft) !== undefined)
  const saving = useSessionMutation<PanelDraft[], Answer<'updatePanels'>>({
    send: ({ token, input }) => api('updatePanels', { body: { panels: input.map(panelOf) }, token }),
    failed: texts.saveFailed,
    onDone(answer, sent) {
      queries.setQueryData(panelsQuery(user).queryKey, answer)
      // What was edited while it was being saved stays.
      setEdits((now) => (now === sent ? undefined : now))
      setOpen(undefined)
      setChecked(false)
      setMessage({ kind: 'saved', text: texts.saved })
    },
  })

  function edit(changed: PanelDraft[], announcement?: string): void {
    setEdits(changed)
    saving.clearFailure()
    setMessage(announcement === undefined ? undefined : { kind: 'announced', text: announcement })
  }

  function add(): void {
    const changed = withEmptyPanel(drafts)
    edit(changed)
    setOpen({ key: changed[changed.length - 1]?.key ?? 0, field: 'title' })
  }

  function move(draft: PanelDraft, place: number): void {
    edit(movedTo(drafts, draft, place), texts.moved(draft.title, place + 1, drafts.length))
  }

  function remove(draft: PanelDraft): void {
    const rest = drafts.filter((other) => other !== draft)
    // The button is disabled until there is room, and stands elsewhere once nothing is left.
    flushSync(() => edit(rest, texts.removed(draft.title)))
    addButton.current?.focus()
  }

  function reset(): void {
    setEdits(undefined)
    setOpen(undefined)
    setChecked(false)
    setMessage(undefined)
    saving.clearFailure()
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isBusy || !isDirty) return
    const wrong = drafts.find((draft) => mistakeIn(draft) !== undefined)
    setChecked(wrong !== undefined)
    if (wrong) setOpen({ key: wrong.key, field: mistakeIn(wrong) ?? 'title' })
    else saving.run(drafts)
  }

  const addPanel = (
    <Button ref={addButton} disabled={drafts.length >= panelLimits.panelsMax} onClick={add}>
      <Plus size={18} aria-hidden="true" />
      {texts.add}
    </Button>
  )
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {drafts.length === 0 ? (
        <Notice level={2} icon={<PanelsTopLeft size={28} />} title={texts.none} action={addPanel}>
          {texts.noneHint}
        </Notice>
      ) : (
        <>
          <p className={styles.about}>{texts.about}</p>
          <ol className={styles.list} aria-label={texts.list}>
            {drafts.map((draft, place) => (
              <PanelRow
                key={draft.key}
                draft={draft}
                place={place}
                count={drafts.length}
                opened={open?.key === draft.key ? open : undefined}
                mistake={mistakeOf(draft)}
                onToggle={() => setOpen(open?.key === draft.key ? undefined : { key: draft.key })}
                onChange={(change) => edit(drafts.map((other) => (other === draft ? { ...draft, ...change } : other)))}
                onMove={(to) => move(draft, to)}
                onRemove={() => remove(draft)}
              />
            ))}
          </ol>
          <div className={styles.buttons}>
            {addPanel}
            <span className={styles.count}>{texts.count(drafts.length, panelLimits.panelsMax)}</span>
          </div>
        </>
      )}
      {saving.failure !== undefined && <ErrorMessage>{saving.failure}</ErrorMessage>}
      <p role="status" className={message?.kind === 'saved' ? styles.saved : 'visually-hidden'}>
        {message?.text}
      </p>
      {(drafts.length > 0 || isDirty) && (
        <FormEnd isChanged={isDirty} isWrong={isWrong}>
          <Button
            type="submit"
            aria-label={saving.isBusy ? undefined : texts.savePanels}
            disabled={!isDirty || saving.isBusy || isWrong}
          >
            {saving.isBusy ? texts.saving : texts.save}
          </Button>
          <Button aria-label={texts.resetPanels} disabled={!isDirty || saving.isBusy} onClick={reset}>
            {texts.reset}
          </Button>
        </FormEnd>
      )}
    </form>
  )
}
