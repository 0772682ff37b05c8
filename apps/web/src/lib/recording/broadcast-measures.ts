import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { formatWatchTime } from '../format/duration.ts'
import { formatNumber, formatOneDecimal } from '../format/format.ts'

/** The figures of broadcasts, one or many: the figure, its name and how it is written. */
export const measures = [
  ['averageViewers', texts.averageViewers, formatOneDecimal],
  ['peakViewers', texts.peakViewers, formatNumber],
  ['totalWatchTime', texts.watchTime, formatWatchTime],
  ['newFollowers', texts.newFollowers, formatNumber],
  ['messages', texts.chatMessages, formatNumber],
  ['replayViews', texts.replayViews, formatNumber],
] as const

/** Of two broadcasts also how long they were: it explains the others. */
export const allMeasures = [['durationSeconds', texts.duration, formatWatchTime] as const, ...measures] as const
