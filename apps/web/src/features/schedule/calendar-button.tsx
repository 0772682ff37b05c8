import { useQueryClient } from '@tanstack/react-query'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { CalendarPlus } from 'lucide-react'
import { saveFile } from '../../lib/browser/save-file.ts'
import { siteClock } from '../../lib/clock/site-clock.ts'
import { scheduleTexts as texts } from '../../texts/viewer/channel/schedule.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { calendarFile } from './calendar-file.ts'
import { scheduleQuery } from './schedule-query.ts'

/** Saves what a channel has planned for the visitor's calendar, which reminds also while the site is closed (rule WATCH-13). */
export function CalendarButton({ channel, nextBroadcast }: { channel: string; nextBroadcast: number }) {
  const queries = useQueryClient()

  async function save(): Promise<void> {
    const next = { startTime: nextBroadcast, isWeekly: false, title: '', durationMinutes: null, category: null }
    // The page knows the next one, whatever the answer.
    const { broadcasts } = await queries
      .fetchQuery(scheduleQuery(channel, nextBroadcast))
      .catch(() => ({ broadcasts: [next] }))
    const file = calendarFile(broadcasts, {
      summaryOf: ({ title }) => (title === '' ? texts.live(channel) : texts.liveWith(channel, title)),
      address: location.origin + watchPath(channel),
      nowMs: siteClock.now(),
    })
    saveFile(`${channel}.ics`, new TextEncoder().encode(file), 'text/calendar')
    toast(texts.saved)
  }

  return (
    <IconButton label={texts.addToCalendar} onClick={() => void save()}>
      <CalendarPlus size={20} aria-hidden="true" />
    </IconButton>
  )
}
