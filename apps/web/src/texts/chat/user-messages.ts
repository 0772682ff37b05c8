import { inLanguage } from '../language/in-language.ts'

/** All that a user wrote in a chat, for those who moderate it: loaded with the card that they open. */
export const userMessagesTexts = inLanguage({
  en: {
    none: (username: string) => `${username} has written nothing here.`,
    loading: 'Loading messages',
    failed: 'The messages could not be loaded.',
    deleted: 'Deleted',
    more: 'Show more',
  },
  es: {
    none: (username) => `${username} no ha escrito nada aquí.`,
    loading: 'Cargando los mensajes',
    failed: 'No se pudieron cargar los mensajes.',
    deleted: 'Borrado',
    more: 'Mostrar más',
  },
})
