import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useSession } from '../../session/session.tsx'
import { channelSettingsTexts as texts } from '../../texts/channel-settings.ts'
import { sentences } from '../../texts/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The form of title, description, category, language and tags (spec section 3, 'Channel settings'). */
export function ChannelSettings({ user }: { user: string }) {
  const { token } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['my-channel', user],
    enabled: token !== null,
    retry: 1,
    queryFn: ({ signal }) => api('getMyChannel', { token: token ?? '', signal }),
  })
  return (
    <Panel title={texts.heading}>
      {!data && !error && <Spinner label={texts.loading} />}
      {!data && error && (
        <>
          <ErrorMessage>
            {error instanceof ApiError && error.code ? error.message : sentences.channel.fetchFailed}
          </ErrorMessage>
          <div>
            <Button onClick={() => void refetch()}>{texts.retry}</Button>
          </div>
        </>
      )}
      {data && <SettingsForm user={user} saved={data} />}
    </Panel>
  )
}
