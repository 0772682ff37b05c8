import type { RestrictedScope } from '@waggle/contract/operating/actions'
import { inLanguage } from '../language/in-language.ts'

/** What an account is told where a decision of the people who run the site hits it. */
export const restrictionTexts = inLanguage({
  en: {
    what: {
      account: 'The people who run this site have suspended your account.',
      chat: 'The people who run this site do not let you write in its chats.',
      broadcasting: 'The people who run this site do not let you broadcast.',
    } satisfies Record<RestrictedScope, string>,
    because: (reason: string) => `Reason: ${reason}.`,
    until: (time: string) => `It ends on ${time}.`,
    untilUndone: 'It has no end.',
    appeal: 'Read the decision and appeal',
    label: 'A decision about you',
  },
  es: {
    what: {
      account: 'Quienes gestionan este sitio han suspendido tu cuenta.',
      chat: 'Quienes gestionan este sitio no te dejan escribir en sus chats.',
      broadcasting: 'Quienes gestionan este sitio no te dejan transmitir.',
    },
    because: (reason) => `Motivo: ${reason}.`,
    until: (time) => `Termina el ${time}.`,
    untilUndone: 'No tiene fin.',
    appeal: 'Leer la decisión y apelar',
    label: 'Una decisión sobre ti',
  },
})

/** What is decided, why and until when. `reason`: in words. `until`: in words, or null. */
export function restrictionSentence(scope: RestrictedScope, reason: string, until: string | null): string {
  const { what, because, until: ends, untilUndone } = restrictionTexts
  return `${what[scope]} ${because(reason)} ${until === null ? untilUndone : ends(until)}`
}
