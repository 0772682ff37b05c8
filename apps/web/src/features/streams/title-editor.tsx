import { useQueryClient } from '@tanstack/react-query'
import { firstCharacters, lengthOf } from '@waggle/contract/clean-text'
import { limits } from '@waggle/contract/limits'
import { Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { channelSettingsTexts } from '../../texts/streamer/channel-settings.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './title-editor.module.css'
import { streamInfoKey } from './use-stream-info.ts'

/** A pencil beside the title, which opens a field to change it. An empty title becomes the default one. */
export function TitleEditor({
  username,
  title,
  onSaved,
  children,
}: {
  username: string
  title: string
  /** Its word, where changing the title is what one is asked to do. */
  children?: ReactNode
  /** For what else shows the settings of the channel. */
  onSaved?: () => void
}) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setTyped(null), [])
  const { run, isBusy, failure } = useSessionMutation<string>({
    send: ({ token, input }) => api('updateStreamSettings', { params: { username }, body: { title: input }, token }),
    failed: sentences.dashboard.settingsFailed,
    onDone() {
      void queries.invalidateQueries({ queryKey: streamInfoKey(username) })
      onSaved?.()
      close()
      toast(texts.titleSaved)
    },
  })

  function save(event: FormEvent): void {
    event.preventDefault()
    if (typed !== null) run(typed)
  }

  const opener = {
    ref: button,
    'aria-expanded': typed !== null,
    onClick: () => setTyped(typed === null ? title : null),
  }
  return (
    <>
      {children ? (
        <Button size="small" aria-label={texts.editTitle} {...opener}>
          <Pencil size={16} aria-hidden="true" />
          {children}
        </Button>
      ) : (
        // It belongs to the title, which is edited in its place.
        <IconButton label={texts.editTitle} style={{ opacity: typed === null ? 1 : 0 }} {...opener}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
      )}
      {typed !== null && (
        <Popover title={texts.editTitle} anchor={button} isInPlace onClose={close}>
          <form className={styles.form} onSubmit={save}>
            <Field label={channelSettingsTexts.title} aside={`${lengthOf(typed)} / ${limits.titleMaxLength}`}>
              {(control) => (
                <textarea
                  {...control}
                  data-autofocus
                  rows={2}
                  value={typed}
                  // Characters as the server counts them: `maxLength` counts an emoji as two.
                  onChange={({ target }) =>
                    setTyped(firstCharacters(target.value.replaceAll('\n', ' '), limits.titleMaxLength))
                  }
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') save(event)
                  }}
                />
              )}
            </Field>
            {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
            <div className={styles.buttons}>
              <Button kind="primary" type="submit" disabled={isBusy}>
                {texts.saveTitle}
              </Button>
              <Button onClick={close}>{texts.cancelTitle}</Button>
            </div>
          </form>
        </Popover>
      )}
    </>
  )
}
