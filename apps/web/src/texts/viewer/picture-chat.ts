import { inLanguage } from '../language/in-language.ts'

/** The chat on the clock of the picture: beside a replay, and of a live broadcast that the viewer has rewound. */
export const pictureChatTexts = inLanguage({
  en: {
    region: 'Chat',
    clock: 'Which messages',
    ofMoment: 'At this moment',
    now: 'Now',
    nothing: 'Nothing had been said yet.',
    failed: 'The chat of this broadcast could not be loaded.',
  },
  es: {
    region: 'Chat',
    clock: 'Qué mensajes',
    ofMoment: 'En este momento',
    now: 'Ahora',
    nothing: 'Todavía no se había dicho nada.',
    failed: 'No se pudo cargar el chat de esta transmisión.',
  },
})
