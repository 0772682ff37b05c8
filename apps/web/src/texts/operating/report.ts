import type { ReportKind, ReportOutcome } from '@waggle/contract/operating/report-endpoints'
import { inLanguage } from '../language/in-language.ts'

/** Reporting something to the people who run the site. */
export const reportTexts = inLanguage({
  en: {
    titles: {
      broadcast: (username: string) => `Report the broadcast of @${username}`,
      replay: (username: string) => `Report a replay of @${username}`,
      account: (username: string) => `Report @${username}`,
    } satisfies Record<ReportKind, (username: string) => string>,
    about:
      'Your report goes to the people who run this site, with what can be seen now. They see your name; nobody else does.',
    reason: 'What is wrong?',
    note: 'What should they know?',
    send: 'Send the report',
    cancel: 'Cancel',
    sent: 'Thank you. You see at Sessions what becomes of your report.',
    failed: 'The report could not be sent.',
    yours: 'Your reports',
    outcomes: { acted: 'Acted upon', unfounded: 'No breach found' } satisfies Record<ReportOutcome, string>,
    open: 'Not looked at yet',
  },
  es: {
    titles: {
      broadcast: (username) => `Reportar la transmisión de @${username}`,
      replay: (username) => `Reportar una repetición de @${username}`,
      account: (username) => `Reportar a @${username}`,
    },
    about: 'Tu reporte llega a quienes gestionan este sitio, con lo que se ve ahora. Ellos ven tu nombre; nadie más.',
    reason: '¿Qué está mal?',
    note: '¿Qué deberían saber?',
    send: 'Enviar el reporte',
    cancel: 'Cancelar',
    sent: 'Gracias. En Sesiones verás qué pasa con tu reporte.',
    failed: 'No se pudo enviar el reporte.',
    yours: 'Tus reportes',
    outcomes: { acted: 'Se tomaron medidas', unfounded: 'Sin infracción' },
    open: 'Sin revisar',
  },
})
