import { inLanguage } from '../../language/in-language.ts'

/** What the dashboard says while the channel is offline (rule DASH-13). */
export const betweenBroadcastsTexts = inLanguage({
  en: {
    watchAgain: 'Watch again',
    statistics: 'See its statistics',
    plan: 'Plan a broadcast',
    first: 'Before your first broadcast',
    done: 'Done',
    steps: {
      title: 'Choose a title and a category',
      encoder: 'Connect your encoder',
      schedule: 'Plan when you will be live',
    },
  },
  es: {
    watchAgain: 'Ver de nuevo',
    statistics: 'Ver sus estadísticas',
    plan: 'Planear una transmisión',
    first: 'Antes de tu primera transmisión',
    done: 'Hecho',
    steps: {
      title: 'Elige un título y una categoría',
      encoder: 'Conecta tu codificador',
      schedule: 'Planea cuándo estarás en vivo',
    },
  },
})
