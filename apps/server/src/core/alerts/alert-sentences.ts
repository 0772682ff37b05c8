import type { Alert, AlertFacts, AlertKind } from '@waggle/contract/site-health/alerts'

const gibibyte = 1024 ** 3

const sentences: { [Kind in AlertKind]: (facts: AlertFacts[Kind]) => string } = {
  report: ({ thing, username }) => `A ${thing} of @${username} is reported.`,
  budget: ({ period, percent }) => `${percent} % of the budget of this ${period} is spent.`,
  disk: ({ process, disk, freeBytes, sizeBytes }) =>
    `The disk with the ${disk === 'data' ? 'data' : 'recordings'} of ${process} is nearly full: ${gib(freeBytes)} of ${gib(sizeBytes)} GiB are free.`,
  process: ({ process, lastSeenAt }) => `The process ${process} has not been heard of since ${time(lastSeenAt)}.`,
  part: ({ process, part, reason }) => `${partNames[part]} for the process ${process}: ${reason}.`,
  certificate: ({ certificate, name, expiresAt }) =>
    `The certificate of ${certificate === 'site' ? name : `RTMPS of the process ${name}`} expires at ${time(expiresAt)}.`,
  recording: ({ process, broadcasts }) =>
    `${broadcasts === 1 ? 'A broadcast is' : `${broadcasts} broadcasts are`} not being recorded by the process ${process}.`,
}

const partNames = {
  database: 'The database does not work',
  sharedState: 'Redis does not work',
  clock: 'The clock is wrong',
} satisfies Record<AlertFacts['part']['part'], string>

/** What is wrong, in a sentence for a mail. */
export function alertSentence({ kind, facts }: Pick<Alert, 'kind' | 'facts'>): string {
  const write = sentences[kind] as (of: unknown) => string
  return write(facts)
}

function gib(bytes: number): string {
  return (bytes / gibibyte).toFixed(1)
}

function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
