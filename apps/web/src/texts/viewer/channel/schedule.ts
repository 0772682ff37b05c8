import { inLanguage } from '../../language/in-language.ts'

/** The broadcasts that a channel has planned, below its offline screen. */
export const scheduleTexts = inLanguage({
  en: { coming: 'Upcoming broadcasts', everyWeek: 'Every week' },
  es: { coming: 'Próximos directos', everyWeek: 'Cada semana' },
})
