import { inLanguage } from '../language/in-language.ts'

/** What a moderation action led to. The chat panel and the dashboard show the same sentences. */
export const chatModerationTexts = inLanguage({
  en: {
    timeoutPresets: 'Usual durations',
    otherDuration: 'Other…',
    timeOutFor: (duration: string) => `Time out for ${duration}`,
    timeoutSeconds: 'Timeout in seconds',
    alsoDeletes: 'This also deletes their latest messages for everybody.',
    cleared: 'The chat has been cleared',
    ownerOnly:
      'Only the owner of this channel can change its chat rules or clear the chat. The owner can give moderators permission on the dashboard.',
    slowModeOff: 'Slow mode is off',
    slowModeOn: (seconds: number) => `Slow mode is on: one message every ${seconds} s`,
    moderatorAdded: (username: string) => `${username} is now a moderator`,
    moderatorRemoved: (username: string) => `${username} is no longer a moderator`,
  },
  es: {
    timeoutPresets: 'Duraciones habituales',
    otherDuration: 'Otra…',
    timeOutFor: (duration) => `Silenciar ${duration}`,
    timeoutSeconds: 'Segundos de silencio',
    alsoDeletes: 'Esto también borra sus últimos mensajes para todos.',
    cleared: 'Se vació el chat',
    ownerOnly:
      'Solo el dueño de este canal puede cambiar las reglas del chat o vaciarlo. Desde su panel puede permitírselo también a los moderadores.',
    slowModeOff: 'El modo lento está desactivado',
    slowModeOn: (seconds) => `El modo lento está activado: un mensaje cada ${seconds} s`,
    moderatorAdded: (username) => `${username} ahora es moderador`,
    moderatorRemoved: (username) => `${username} ya no es moderador`,
  },
})
