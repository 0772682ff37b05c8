import type { ReportKind } from '@waggle/contract/operating/reported-thing'
import type { SiteLanguage } from '@waggle/contract/site/settings'
import type { Alert, AlertFacts, AlertKind } from '@waggle/contract/site-health/alerts'

const gibibyte = 1024 ** 3

interface AlertTexts {
  sentences: { [Kind in AlertKind]: (facts: AlertFacts[Kind]) => string }
  needsYou: string
  isWell: string
  /** Before the sentence of the subject, when nothing new is wrong. */
  wellAgain: string
  more(count: number): string
  whatToDo(address: string): string
}

/** What operators are told by mail and webhook. The page has texts of its own (apps/web/src/texts/operating/site-health.ts). */
export const alertTexts: Record<SiteLanguage, AlertTexts> = {
  en: {
    sentences: {
      report: ({ thing, username }) => `${thing === 'account' ? 'An' : 'A'} ${thing} of @${username} is reported.`,
      budget: ({ period, percent }) => `${percent} % of the budget of this ${period} is spent.`,
      disk: ({ process, disk, freeBytes, sizeBytes }) =>
        `The disk with the ${disk === 'data' ? 'data' : 'recordings'} of ${process} is nearly full: ${gib(freeBytes)} of ${gib(sizeBytes)} GiB are free.`,
      process: ({ process, lastSeenAt }) => `The process ${process} has not been heard of since ${time(lastSeenAt)}.`,
      part: ({ process, part, reason }) => `${partsInEnglish[part]} for the process ${process}: ${reason}.`,
      certificate: ({ certificate, name, expiresAt }) =>
        `The certificate of ${certificate === 'site' ? name : `RTMPS of the process ${name}`} expires at ${time(expiresAt)}.`,
      recording: ({ process, broadcasts }) =>
        `${broadcasts === 1 ? 'A broadcast is' : `${broadcasts} broadcasts are`} not being recorded by the process ${process}.`,
    },
    needsYou: 'Needs you',
    isWell: 'Is well again',
    wellAgain: 'Well again: ',
    more: (count) => `and ${count} more`,
    whatToDo: (address) => `What to do: ${address}, and docs/operations.md.`,
  },
  es: {
    sentences: {
      report: ({ thing, username }) => `Hay un reporte sobre ${thingsInSpanish[thing] ?? 'algo'} de @${username}.`,
      budget: ({ period, percent }) =>
        `Se ha gastado el ${percent} % del presupuesto de este ${period === 'day' ? 'día' : 'mes'}.`,
      disk: ({ process, disk, freeBytes, sizeBytes }) =>
        `El disco con ${disk === 'data' ? 'los datos' : 'las grabaciones'} de ${process} está casi lleno: quedan libres ${gib(freeBytes)} de ${gib(sizeBytes)} GiB.`,
      process: ({ process, lastSeenAt }) => `No hay noticias del proceso ${process} desde ${time(lastSeenAt)}.`,
      part: ({ process, part, reason }) => `${partsInSpanish[part]} para el proceso ${process}: ${reason}.`,
      certificate: ({ certificate, name, expiresAt }) =>
        `El certificado de ${certificate === 'site' ? name : `RTMPS del proceso ${name}`} caduca el ${time(expiresAt)}.`,
      recording: ({ process, broadcasts }) =>
        broadcasts === 1
          ? `El proceso ${process} no está grabando una transmisión.`
          : `El proceso ${process} no está grabando ${broadcasts} transmisiones.`,
    },
    needsYou: 'Te necesita',
    isWell: 'Vuelve a estar bien',
    wellAgain: 'De nuevo bien: ',
    more: (count) => `y ${count} más`,
    whatToDo: (address) => `Qué hacer: ${address}, y docs/operations.md (en inglés).`,
  },
}

type Part = AlertFacts['part']['part']

const partsInEnglish: Record<Part, string> = {
  database: 'The database does not work',
  sharedState: 'Redis does not work',
  clock: 'The clock is wrong',
  fileHandles: 'Nearly all file handles are used',
  hive: 'Hive cannot be reached',
  otherProcesses: 'Another process cannot be reached',
  recordingStore: 'Recordings cannot be stored',
}

const partsInSpanish: Record<Part, string> = {
  database: 'La base de datos no funciona',
  sharedState: 'Redis no funciona',
  clock: 'El reloj no va bien',
  fileHandles: 'Casi no quedan archivos por abrir',
  hive: 'No se puede llegar a Hive',
  otherProcesses: 'No se puede llegar a otro proceso',
  recordingStore: 'No se pueden guardar las grabaciones',
}

const thingsInSpanish: Readonly<Record<string, string>> = {
  broadcast: 'una transmisión',
  replay: 'una repetición',
  clip: 'un clip',
  message: 'un mensaje',
  account: 'la cuenta',
} satisfies Record<ReportKind, string>

/** What is wrong, in a sentence. */
export function alertSentence({ kind, facts }: Pick<Alert, 'kind' | 'facts'>, language: SiteLanguage): string {
  const write = alertTexts[language].sentences[kind] as (of: unknown) => string
  return write(facts)
}

function gib(bytes: number): string {
  return (bytes / gibibyte).toFixed(1)
}

function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
