import { inLanguage } from '../../language/in-language.ts'

/** The broadcasts that a channel has planned, below its offline screen. */
export const scheduleTexts = inLanguage({
  en: {
    coming: 'Upcoming broadcasts',
    everyWeek: 'Every week',
    addToCalendar: 'Add to calendar',
    saved: 'Open the file to add it to your calendar, which reminds you ten minutes before.',
    live: (username: string) => `${username} live`,
    liveWith: (username: string, title: string) => `${username} live: ${title}`,
  },
  es: {
    coming: 'Próximos directos',
    everyWeek: 'Cada semana',
    addToCalendar: 'Añadir al calendario',
    saved: 'Abre el archivo para añadirlo a tu calendario, que te avisará diez minutos antes.',
    live: (username) => `${username} en vivo`,
    liveWith: (username, title) => `${username} en vivo: ${title}`,
  },
})
