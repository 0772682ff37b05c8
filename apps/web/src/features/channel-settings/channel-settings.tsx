import { api } from '../../lib/api/api.ts'
import { sentenceOf } from '../../lib/api/api-error.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The form of title, description, category, language and tags (spec section 3, 'Channel settings'). */
export function ChannelSettings({ user }: { user: string }) {
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['my-channel', user],
    ask: (token, signal) => api('getMyChannel', { token, signal }),
  })
  const failure = error && sentenceOf(error, sentences.channel.fetchFailed)
  return (
    <Panel title={texts.heading}>
      {!data && <Awaiting label={texts.loading} failure={failure} onRetry={refetch} />}
      {data && <SettingsForm user={user} saved={data} />}
    </Panel>
  )
}
