import { inLanguage } from './language/in-language.ts'

/** A chart and its table. */
export const chartTexts = inLanguage({
  en: {
    table: 'Show as a table',
    tableShort: 'Table',
    ago: (duration: string) => `${duration} ago`,
    now: 'now',
    time: 'Time',
    nothing: 'Nothing to show yet.',
    summary: (title: string, lowest: string, highest: string, last: string) =>
      `${title}: from ${lowest} to ${highest}, last ${last}`,
  },
  es: {
    table: 'Ver como tabla',
    tableShort: 'Tabla',
    ago: (duration) => `hace ${duration}`,
    now: 'ahora',
    time: 'Hora',
    nothing: 'Todavía no hay nada que mostrar.',
    summary: (title, lowest, highest, last) => `${title}: de ${lowest} a ${highest}, último valor ${last}`,
  },
})
