import { assumptions, figures } from './figures.ts'

const of = Object.fromEntries(
  Object.entries({ ...figures, ...assumptions }).map(([name, { value }]) => [name, value]),
) as Record<keyof typeof figures | keyof typeof assumptions, number>

/** One broadcast and so many viewers. Rates are per second. */
export function estimate(viewers: number) {
  const realTime = viewers * of.realTimeShare
  const lowDelay = viewers - realTime
  const usableCores = of.machineCores * of.used
  const usableGigabits = of.machineGigabits * of.used
  const machines = (cores: number, gigabits: number) => ({
    cores,
    gigabits,
    byCores: Math.ceil(cores / usableCores),
    byNetwork: Math.ceil(gigabits / usableGigabits),
    machines: Math.max(Math.ceil(cores / usableCores), Math.ceil(gigabits / usableGigabits)),
  })
  // All of the cost is taken to grow with the bytes: more than it does, since a part's head costs the same for any bit rate.
  const edgeUs = ((of.edgeUs + of.readerUs) * of.megabits) / of.edgeMegabits
  const edges = machines((lowDelay * edgeUs) / 1e6, (lowDelay * of.megabits) / 1000)
  const media = machines(
    (realTime * of.realTimeUs * of.megabits) / of.realTimeMegabits / 1e6,
    (realTime * of.megabits) / 1000,
  )
  const keys = viewers / of.keySeconds
  const sockets = viewers * of.chatShare
  const rows = lowDelay / of.reportSeconds
  const core = machines((keys * of.keyUs + (rows / of.reportRows) * of.reportUs) / 1e6, 0)
  const chat = machines((sockets * of.chatUs + of.messages * of.messageUs) / 1e6, 0)
  const gigabytes = ((viewers * of.megabits) / 8000) * 3600 * of.hours
  const siteRequests = edges.machines * of.renditions * of.siteRequests
  const count = edges.machines + media.machines + core.machines + chat.machines
  return {
    ...{ edges, media, core, chat, keys, sockets, rows },
    chatGigabytes: (sockets * of.chatKilobytes) / 1e6,
    deliveries: sockets * of.messages,
    siteRequests,
    // Half of them are playlists.
    siteCores: (siteRequests * (of.playlistUs + of.partUs)) / 2 / 1e6,
    redis: keys * of.redisCommands,
    redisShare: (keys * of.redisCommands) / of.redisPerSecond,
    terabytes: gigabytes / 1000,
    machines: count,
    flatDollars: count * of.flatDollars,
    cheapDollars: gigabytes * of.cheapDollars,
    dearDollars: gigabytes * of.dearDollars,
    perViewerHour: {
      flat: (count * of.flatDollars) / (viewers * of.hours),
      cheap: (gigabytes * of.cheapDollars) / (viewers * of.hours),
      dear: (gigabytes * of.dearDollars) / (viewers * of.hours),
    },
  }
}
