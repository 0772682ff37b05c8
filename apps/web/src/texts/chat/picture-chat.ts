import { inLanguage } from '../language/in-language.ts'

/** The chat on the clock of the picture: beside a replay, and of a live broadcast that the viewer has rewound. */
export const pictureChatTexts = inLanguage({
  en: {
    region: 'Chat',
    clock: 'Which messages',
    ofMoment: 'Replay chat',
    now: 'Live chat',
    nothing: 'Nothing had been said yet.',
    failed: 'The chat of this broadcast could not be loaded.',
  },
  es: {
    region: 'Chat',
    clock: 'Qué mensajes',
    ofMoment: 'Chat de la repetición',
    now: 'Chat en vivo',
    nothing: 'Todavía no se había dicho nada.',
    failed: 'No se pudo cargar el chat de esta transmisión.',
  },
})
