import { inLanguage } from '../language/in-language.ts'

/** The dashboard's list of tips. */
export const tipListTexts = inLanguage({
  en: {
    title: 'Tips',
    loading: 'Loading your tips',
    failed: 'Your tips could not be loaded.',
    none: 'No tips yet',
    noneHint: 'Viewers tip you with the Tip button next to your live stream. Each tip is listed here with its message.',
    toOverlay: 'Show tips in your video',
    how: 'What a tip does',
    points: {
      wallet: [
        'Straight to your account',
        'The viewer signs a transfer of HIVE or HBD to you. It never passes through this site.',
      ],
      chat: ['Seen in the chat', 'Everybody sees the amount and the message within seconds, marked in amber.'],
      overlay: ['Shown in your video', 'The overlay for OBS has an alert for each tip.'],
      webhook: ['Sent to your server', 'A webhook receives each tip, for lights, sounds or lists of your own.'],
    },
    open: { overlay: 'Open the overlay', webhook: 'Open the webhooks' },
    total: 'Received so far',
    thisMonth: 'This month',
    thisYear: 'This year',
    nothing: 'Nothing yet',
  },
  es: {
    title: 'Propinas',
    loading: 'Cargando tus propinas',
    failed: 'No se pudieron cargar tus propinas.',
    none: 'Todavía no hay propinas',
    noneHint:
      'Tus espectadores te las envían con el botón Propina, junto a tu transmisión en vivo. Aquí se lista cada una con su mensaje.',
    toOverlay: 'Mostrar las propinas en tu imagen',
    how: 'Qué hace una propina',
    points: {
      wallet: [
        'Directa a tu cuenta',
        'El espectador firma una transferencia de HIVE o HBD para ti. Nunca pasa por este sitio.',
      ],
      chat: ['Se ve en el chat', 'Todos ven la cantidad y el mensaje en segundos, marcados en ámbar.'],
      overlay: ['Se ve en tu imagen', 'La superposición para OBS tiene un aviso para cada propina.'],
      webhook: ['Llega a tu servidor', 'Un webhook recibe cada propina, para luces, sonidos o listas tuyas.'],
    },
    open: { overlay: 'Abrir la superposición', webhook: 'Abrir los webhooks' },
    total: 'Recibido hasta ahora',
    thisMonth: 'Este mes',
    thisYear: 'Este año',
    nothing: 'Nada todavía',
  },
})
