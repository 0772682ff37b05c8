import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { scheduleEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { scheduleQuery } from './schedule-query.ts'

/** When the channel will be live, as its page says while it is offline (rule SETTINGS-8). */
export function ScheduleEditor({ user }: { user: string }) {
  const { data, error, refetch } = useQuery(scheduleQuery(user))
  return (
    <Panel isMain title={texts.heading}>
      {data ? (
        <ScheduleForm user={user} planned={data.broadcasts} />
      ) : (
        <Awaiting
          label={texts.loading}
          failure={error && errorSentence(error, texts.loadFailed)}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  )
}
