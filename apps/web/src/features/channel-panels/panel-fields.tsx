import { panelLimits as limits, type PanelMistake } from '@waggle/contract/channels/panels'
import { lengthOf } from '@waggle/contract/clean-text'
import { useEffect, useRef } from 'react'
import { panelEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { PanelDraft } from './panels-draft.ts'
import styles from './panels-editor.module.css'

const mistakes: Record<PanelMistake, string> = {
  title: texts.titleWrong(limits.panelTitleMaxLength),
  text: texts.textTooLong(limits.panelTextMaxLength),
  link: texts.linkWrong(limits.panelLinkMaxLength),
}

/** Title, text and link of one panel, with what is wrong below its field. */
export function PanelFields({
  draft: { title, text, link },
  opened,
  mistake,
  onChange,
}: {
  draft: PanelDraft
  opened: { field?: PanelMistake }
  mistake: PanelMistake | undefined
  onChange: (change: Partial<PanelDraft>) => void
}) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened.field) fields.current?.querySelector<HTMLElement>(`[name="${opened.field}"]`)?.focus()
  }, [opened])
  const mistakeOf = (field: PanelMistake) => field === mistake && mistakes[field]

  return (
    <div ref={fields} className={styles.fields}>
      <Field
        label={texts.title}
        aside={`${lengthOf(title)} / ${limits.panelTitleMaxLength}`}
        mistake={mistakeOf('title')}
      >
        {(control) => (
          <input
            {...control}
            name="title"
            dir="auto"
            autoComplete="off"
            value={title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </Field>
      <Field
        label={texts.text}
        hint={texts.textHint}
        aside={`${lengthOf(text)} / ${limits.panelTextMaxLength}`}
        mistake={mistakeOf('text')}
      >
        {(control) => (
          <textarea
            {...control}
            name="text"
            dir="auto"
            rows={5}
            value={text}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        )}
      </Field>
      <Field label={texts.link} hint={texts.linkHint} mistake={mistakeOf('link')}>
        {(control) => (
          <input
            {...control}
            name="link"
            type="url"
            dir="ltr"
            placeholder={texts.linkPlaceholder}
            autoComplete="off"
            value={link}
            onChange={({ target }) => onChange({ link: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
