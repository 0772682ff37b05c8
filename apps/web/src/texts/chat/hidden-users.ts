import { inLanguage } from '../language/in-language.ts'

/** Users whose messages a reader has hidden. */
export const hiddenUserTexts = inLanguage({
  en: {
    hide: 'Hide messages for me',
    show: (username: string) => `Show messages from @${username} again`,
    hidden: (username: string) => `Messages from ${username} are hidden for you. Show them again in the chat settings.`,
    heading: 'Hidden for you',
  },
  es: {
    hide: 'Ocultar mensajes para mí',
    show: (username) => `Volver a mostrar los mensajes de @${username}`,
    hidden: (username) => `Ya no ves los mensajes de ${username}. En los ajustes del chat puedes volver a mostrarlos.`,
    heading: 'Ocultos para ti',
  },
})
