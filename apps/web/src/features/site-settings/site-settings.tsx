import { useQueryClient } from '@tanstack/react-query'
import type { SiteSettings as SavedSettings } from '@waggle/contract/operating/setting-endpoints'
import { accentTokens, programAccent } from '@waggle/contract/site/accent'
import { checkSettings } from '@waggle/contract/site/check-settings'
import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import type { Accent, SiteIdentity } from '@waggle/contract/site/settings'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { siteQuery } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { operatingTexts } from '../../texts/operating/console.ts'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { showProblem, UnsavedBar } from '../../ui/forms/unsaved-bar.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { AccentFields } from './accent-fields.tsx'
import { BannerFields } from './banner-fields.tsx'
import { NameFields, OfferFields } from './identity-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { PagesEditor } from './pages/pages-editor.tsx'
import { changesOf } from './settings-draft.ts'
import { changeSettingsEdits, useSettingsEdits } from './settings-edits.ts'
import { SettingsFile } from './settings-file.tsx'
import { SettingsParts } from './settings-parts.tsx'
import styles from './site-settings.module.css'

const queryKey = ['operating', 'site']

/** Where operators name and shape their site (rules SITE-2 to SITE-10). */
export function SiteSettings() {
  const queries = useQueryClient()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getSiteSettings', { token, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  function take(saved: SavedSettings): void {
    queries.setQueryData(queryKey, saved)
    void queries.invalidateQueries({ queryKey: siteQuery.queryKey })
    void queries.invalidateQueries({ queryKey: ['operating', 'log'] })
    showAccent(saved.settings.accent)
  }
  if (!data) {
    return (
      <Awaiting
        label={operatingTexts.loading}
        failure={error && errorSentence(error, texts.failed)}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <section className={styles.page} aria-label={operatingTexts.tabs.site}>
      <LoadedSettings saved={data} onSaved={take} onConflict={() => void refetch()} />
    </section>
  )
}

/** The form, and beside it what leads to its parts. */
function LoadedSettings({
  saved,
  onSaved,
  onConflict,
}: {
  saved: SavedSettings
  onSaved: (saved: SavedSettings) => void
  onConflict: () => void
}) {
  const user = useSession().user ?? ''
  const edits = useSettingsEdits(user)
  const [refused, setRefused] = useState<readonly SettingProblem[]>([])
  const settings = saved.settings as SiteIdentity
  const draft = { ...settings, ...edits }
  const changes = changesOf(settings, edits)
  const count = Object.keys(changes).length
  const saving = useSessionMutation({
    async send({ token, input }: { token: string; input: Partial<SiteIdentity> }) {
      try {
        return await api('saveSiteSettings', { body: { settings: { ...input }, revisions: saved.revisions }, token })
      } catch (error) {
        if (error instanceof ApiError) setRefused(error.problems)
        if (error instanceof ApiError && error.code === 'setting_changed') onConflict()
        throw error
      }
    },
    failed: texts.saveFailed,
    onDone(answer, sent) {
      onSaved(answer)
      // What was edited meanwhile stays.
      changeSettingsEdits(user, (now) => changesOf({ ...draft, ...sent }, now))
      toast(texts.saved)
    },
  })
  const problems = [...checkSettings({ ...changes }, location.origin).problems, ...refused]
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refused.length > 0) showProblem(form.current)
  }, [refused])

  function edit(change: Partial<SiteIdentity>): void {
    changeSettingsEdits(user, (now) => ({ ...now, ...change }))
    setRefused([])
    saving.clearFailure()
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (problems.length === 0 && !saving.isBusy && count > 0) saving.run(changes)
  }

  const fields = { draft, problems, edit }
  return (
    <>
      <SettingsParts problems={problems} />
      <div className={styles.sections}>
        <p className={styles.hint}>{texts.hint}</p>
        <form ref={form} className={styles.sections} onSubmit={save}>
          <NameFields {...fields}>
            <LogoField logo={saved.logo} revision={saved.revisions.logo ?? null} onSaved={onSaved} />
          </NameFields>
          <AccentFields {...fields} />
          <OfferFields {...fields} />
          <BannerFields {...fields} />
          <PagesEditor {...fields} />
          <UnsavedBar
            changes={count}
            wrong={problems.length}
            isBusy={saving.isBusy}
            failure={saving.failure}
            onDiscard={() => {
              changeSettingsEdits(user, () => ({}))
              setRefused([])
              saving.clearFailure()
            }}
          />
        </form>
        <SettingsFile onImported={onSaved} />
      </div>
    </>
  )
}

/** In this page at once. Other pages have the colours in their HTML (rule SITE-8). */
function showAccent(accent: Accent | null): void {
  const { style } = document.documentElement
  for (const name of Object.keys(accentTokens(programAccent))) style.removeProperty(name)
  if (!accent) document.querySelector('link[href^="/site-theme/"]')?.remove()
  else for (const [name, value] of Object.entries(accentTokens(accent))) style.setProperty(name, value)
}
