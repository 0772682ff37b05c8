import { replayLimits } from '@waggle/contract/replays/limits'
import { recordingOrders, recordingShows } from '@waggle/contract/replays/recording-choices'
import { ArrowDownWideNarrow, ListFilter } from 'lucide-react'
import type { Ref } from 'react'
import { recordingTexts as texts } from '../../../texts/streamer/recordings/recordings.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SearchLine, SelectChoice } from '../../../ui/forms/select-choice.tsx'
import styles from './find.module.css'
import type { ListedRecordings } from './recordings-in-address.ts'

/** Finds recordings by title, narrows them and puts them in order (rule REC-13). */
export function RecordingsSearch({
  ref,
  typed,
  listed,
  found,
  onType,
  onChange,
}: {
  ref: Ref<HTMLElement>
  typed: string
  listed: ListedRecordings
  /** What was found; empty while all are listed. */
  found: string
  onType: (typed: string) => void
  onChange: (change: Partial<ListedRecordings>) => void
}) {
  return (
    <search ref={ref} className={styles.search}>
      <SearchLine
        field={
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            maxLength={replayLimits.soughtMaxLength}
            value={typed}
            onChange={onType}
          />
        }
      >
        <SelectChoice
          label={texts.show}
          icon={<ListFilter size={20} aria-hidden="true" />}
          value={listed.show}
          options={recordingShows.map((show) => [show, texts.shows[show]] as const)}
          onChange={(show) => onChange({ show })}
        />
        <SelectChoice
          label={texts.order}
          icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}
          value={listed.order}
          options={recordingOrders.map((order) => [order, texts.orders[order]] as const)}
          onChange={(order) => onChange({ order })}
        />
      </SearchLine>
      <p role="status" className={styles.found}>
        {found}
      </p>
    </search>
  )
}
