import type { Answer } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import type { GoalKind, OverlaySettings } from '@waggle/contract/overlay/endpoints'
import { type OverlayTheme, overlayThemes } from '@waggle/contract/overlay/themes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { unsentEdits } from '../../lib/browser/unsent-edits.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './overlay.module.css'
import { OverlayPreview } from './overlay-preview.tsx'

type OwnOverlay = Answer<'getMyOverlay'>

const scales = [50, 75, 100, 125, 150, 200]
const parts = ['chat', 'tips', 'followers', 'goal'] as const

/** A preview of the overlay, below it, as `children`, its address, and beside both what it shows. */
export function OverlayForm({
  overlay,
  picture,
  chat,
  theme,
  onTheme,
  onSaved,
  children,
}: {
  overlay: OwnOverlay
  picture: string | null
  chat: ReactNode
  theme: OverlayTheme | undefined
  onTheme: (theme: OverlayTheme | undefined) => void
  onSaved: (overlay: OwnOverlay) => void
  children: ReactNode
}) {
  const [edits, setEdits] = useState<Partial<OverlaySettings>>({})
  const save = useSessionMutation<{ settings: OverlaySettings; sent: Partial<OverlaySettings> }, OwnOverlay>({
    send: ({ token, input }) => api('updateMyOverlay', { body: input.settings, token }),
    failed: texts.saveFailed,
    onDone(saved, { sent }) {
      setEdits((now) => unsentEdits(now, sent))
      onSaved(saved)
      toast(texts.saved)
    },
  })
  const restart = useSessionMutation<void, OwnOverlay>({
    send: ({ token }) => api('restartOverlayGoal', { token }),
    failed: texts.saveFailed,
    onDone(saved) {
      onSaved(saved)
      toast(texts.tipCountRestarted)
    },
  })
  const isBusy = save.isBusy || restart.isBusy
  const failure = save.failure ?? restart.failure
  const typed = { ...overlay.settings, ...edits }
  const isTargetGood =
    Number.isInteger(typed.goalTarget) && typed.goalTarget >= 1 && typed.goalTarget <= limits.overlayGoalMax
  const isGood = !typed.goal || isTargetGood
  // A wrong target in a hidden field must not keep the other settings from being saved.
  const settings = isGood && !isTargetGood ? { ...typed, goalTarget: overlay.settings.goalTarget } : typed
  const isDirty = JSON.stringify(settings) !== JSON.stringify(overlay.settings)
  const edit = (change: Partial<OverlaySettings>) => setEdits((now) => ({ ...now, ...change }))

  function submit(event: FormEvent): void {
    event.preventDefault()
    restart.clearFailure()
    save.run({ settings, sent: edits })
  }

  function restartGoal(): void {
    save.clearFailure()
    restart.run()
  }

  const form = (
    <form className={styles.form} onSubmit={submit}>
      <Field label={texts.theme} hint={texts.themeHint}>
        {(control) => (
          <select
            {...control}
            value={theme ?? ''}
            onChange={({ target }) => onTheme(overlayThemes.find((each) => each === target.value))}
          >
            <option value="">{texts.usualTheme}</option>
            {overlayThemes.map((each) => (
              <option key={each} value={each}>
                {texts.themes[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset>
        <legend>{texts.parts}</legend>
        {parts.map((part) => (
          <Switch key={part} label={texts[part]} isOn={settings[part]} onChange={(isOn) => edit({ [part]: isOn })} />
        ))}
      </fieldset>
      {settings.goal && (
        <>
          <Field label={texts.goalKind}>
            {(control) => (
              <select
                {...control}
                value={settings.goalKind}
                onChange={(event) => edit({ goalKind: event.target.value as GoalKind })}
              >
                {(Object.keys(texts.goalKinds) as GoalKind[]).map((kind) => (
                  <option key={kind} value={kind}>
                    {texts.goalKinds[kind]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={texts.goalTarget}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                max={limits.overlayGoalMax}
                value={settings.goalTarget || ''}
                onChange={(event) => edit({ goalTarget: Number(event.target.value) })}
              />
            )}
          </Field>
          <Field label={texts.goalTitle}>
            {(control) => (
              <input
                {...control}
                maxLength={limits.overlayGoalTitleMaxLength}
                value={settings.goalTitle}
                onChange={(event) => edit({ goalTitle: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <Field label={texts.size}>
        {(control) => (
          <select
            {...control}
            value={settings.scalePercent}
            onChange={(event) => edit({ scalePercent: Number(event.target.value) })}
          >
            {scales.map((scale) => (
              <option key={scale} value={scale}>
                {`${scale} %`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={!isDirty || !isGood || isBusy}>
          {texts.save}
        </Button>
        {settings.goal && overlay.settings.goalKind !== 'followers' && (
          <Button disabled={isBusy} onClick={restartGoal}>
            {texts.restartTipCount}
          </Button>
        )}
      </div>
    </form>
  )
  return (
    <Beside aside={<Panel title={texts.settings}>{form}</Panel>}>
      <Panel isMain title={texts.heading}>
        <p className={styles.text}>{texts.about}</p>
        <OverlayPreview settings={settings} theme={theme} goalCount={overlay.goalCount} picture={picture} chat={chat} />
      </Panel>
      {children}
    </Beside>
  )
}
