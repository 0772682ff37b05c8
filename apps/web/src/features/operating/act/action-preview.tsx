import type { ActionKind } from '@waggle/contract/operating/actions'
import { api } from '../../../lib/api/api.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { previewTexts as texts } from '../../../texts/operating/action-preview.ts'
import styles from '../operating.module.css'

export interface ActedOn {
  channel?: string
  messageId?: string
  address?: string
  isNetwork: boolean
}

type Preview = NonNullable<ReturnType<typeof usePreview>['data']>

/** What an action would do now: what ends, what goes, and who else is concerned (rule OPERATE-13). */
export function usePreview(kind: ActionKind, username: string, { isNetwork, ...thing }: ActedOn) {
  const query = { kind, username, ...thing, isNetwork: isNetwork ? ('true' as const) : ('false' as const) }
  return useSessionQuery({
    queryKey: ['operating', 'preview', JSON.stringify(query)],
    isSecondary: true,
    request: (token, signal) => api('previewSiteAction', { query, token, signal }),
  })
}

export function ActionPreview({ kind, preview }: { kind: ActionKind; preview: Preview | undefined }) {
  const lines = preview === undefined ? [] : linesOf(kind, preview)
  if (lines.length === 0) return null
  return (
    <section className={styles.preview} aria-live="polite">
      <h3 className={styles.hint}>{texts.heading}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function linesOf(kind: ActionKind, preview: Preview): string[] {
  const { inEffect, broadcast, openSessions, hasStreamKey, profile, message, addresses, atAddress } = preview
  if (inEffect) return [texts.inEffect(inEffect.takenBy)]
  const ended = broadcast ? [texts.broadcast(broadcast.title, formatNumber(broadcast.viewers))] : []
  switch (kind) {
    case 'end-broadcast':
    case 'suspend-account':
      return ended
    case 'suspend-broadcasting':
      return ended.length > 0 ? ended : [texts.noBroadcast]
    case 'revoke-stream-key':
      return hasStreamKey ? ended : [texts.noKey]
    case 'end-sessions':
      return [texts.sessions(openSessions)]
    case 'remove-message':
      return message === null ? [] : [texts.message(message)]
    case 'clear-profile': {
      const all = [
        ...[profile.title, profile.description, ...profile.tags, ...profile.planned],
        ...profile.panels.flatMap(({ title, text, link }) => [title, text, link]),
      ].filter(Boolean)
      return [all.length > 0 ? texts.profile(all.join(' · ')) : texts.noProfile]
    }
    case 'forbid-address':
      if (addresses.length === 0) return [texts.noAddress]
      if (atAddress === null) return []
      return [
        atAddress.accounts.length > 0 ? texts.others(list(atAddress.accounts)) : texts.alone,
        ...(atAddress.live.length > 0 ? [texts.live(list(atAddress.live))] : []),
      ]
    default:
      return []
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `@${name}`).join(', ')
}
