import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { panelEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { PanelsForm } from './panels-form.tsx'
import { panelsQuery } from './panels-query.ts'

/** The form for the panels of a channel (rule SETTINGS-7). */
export function PanelsEditor({ user }: { user: string }) {
  const { data, error, refetch } = useQuery(panelsQuery(user))
  return (
    <Panel title={texts.heading}>
      {data ? (
        <PanelsForm user={user} saved={data.panels} />
      ) : (
        <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.loadFailed)} onRetry={refetch} />
      )}
    </Panel>
  )
}
