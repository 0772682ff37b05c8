import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ownChannelKey } from './own-channel-key.ts'
import { SettingsForm } from './settings-form.tsx'

/** The form for title, description, category, language and tags (rule SETTINGS-1). */
export function ChannelSettings({ user }: { user: string }) {
  return (
    <Panel isMain title={texts.heading}>
      <LoadedSettings user={user} />
    </Panel>
  )
}

export function LoadedSettings({
  user,
  onSaved,
  onCancel,
}: {
  user: string
  onSaved?: () => void
  onCancel?: () => void
}) {
  const { data, error, refetch } = useSessionQuery({
    queryKey: ownChannelKey(user),
    request: (token, signal) => api('getMyChannel', { token, signal }),
  })
  const failure = error && errorSentence(error, sentences.channel.fetchFailed)
  return (
    <>
      {!data && <Awaiting label={texts.loading} failure={failure} onRetry={refetch} />}
      {data && <SettingsForm user={user} saved={data} onSaved={onSaved} onCancel={onCancel} />}
    </>
  )
}
