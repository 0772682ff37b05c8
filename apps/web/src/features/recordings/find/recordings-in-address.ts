import {
  type RecordingOrder,
  type RecordingShow,
  recordingOrders,
  recordingShows,
} from '@waggle/contract/replays/recording-choices'
import { useSearchParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** Which recordings are listed, and in what order. */
export interface ListedRecordings {
  show: RecordingShow
  order: RecordingOrder
}

export const allRecordings: ListedRecordings = { show: recordingShows[0], order: recordingOrders[0] }

/** The choice in the address, as in `?show=public&order=largest#recordings`. A change replaces the history entry. */
export function useRecordingsInAddress(): [ListedRecordings, (change: Partial<ListedRecordings>) => void] {
  const [params] = useSearchParams()
  const listed = {
    show: recordingShows.find((known) => known === params.get('show')) ?? allRecordings.show,
    order: recordingOrders.find((known) => known === params.get('order')) ?? allRecordings.order,
  }

  function change(changed: Partial<ListedRecordings>): void {
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries({ ...listed, ...changed })) {
      next.delete(name)
      if (value !== allRecordings[name as keyof ListedRecordings]) next.set(name, value)
    }
    const search = next.size > 0 ? `?${next}` : ''
    navigate(location.pathname + search + location.hash, { replace: true, state: history.state })
  }

  return [listed, change]
}
