import type { AppealOutcome } from '@waggle/contract/operating/appeal-endpoints'
import { inLanguage } from '../language/in-language.ts'

/** What an account is told of a decision about it, and its appeal. */
export const statementTexts = inLanguage({
  en: {
    heading: 'Decisions about you',
    about: 'The people who run this site decided this. No machine decides here.',
    because: (reason: string) => `Reason: ${reason}.`,
    on: (time: string) => `on ${time}`,
    until: (time: string) => `It ends on ${time}.`,
    untilUndone: 'It has no end.',
    afterReport: 'Somebody had reported it.',
    withoutReport: 'Nobody had reported it: they saw it themselves.',
    undone: (time: string) => `Undone on ${time}.`,
    appeal: 'Appeal',
    appealNamed: (what: string) => `Appeal against: ${what}`,
    appealUntil: (time: string) =>
      `You can appeal once, until ${time}. Somebody else than who decided will look at it.`,
    appealText: 'Why is the decision wrong?',
    send: 'Send the appeal',
    cancel: 'Cancel',
    sent: 'Your appeal has been sent. The answer will stand here.',
    failed: 'The appeal could not be sent.',
    yours: (time: string) => `Your appeal of ${time}:`,
    waiting: 'Nobody has decided about it yet.',
    outcomes: {
      upheld: 'The decision stays.',
      reverted: 'The decision was wrong, and has been undone.',
    } satisfies Record<AppealOutcome, string>,
  },
  es: {
    heading: 'Decisiones sobre ti',
    about: 'Lo decidieron quienes gestionan este sitio. Aquí no decide ninguna máquina.',
    because: (reason) => `Motivo: ${reason}.`,
    on: (time) => `el ${time}`,
    until: (time) => `Termina el ${time}.`,
    untilUndone: 'No tiene fin.',
    afterReport: 'Alguien lo había reportado.',
    withoutReport: 'Nadie lo había reportado: lo vieron por su cuenta.',
    undone: (time) => `Deshecho el ${time}.`,
    appeal: 'Apelar',
    appealNamed: (what) => `Apelar contra: ${what}`,
    appealUntil: (time) => `Puedes apelar una vez, hasta el ${time}. Lo mirará otra persona que la que decidió.`,
    appealText: '¿Por qué es incorrecta la decisión?',
    send: 'Enviar la apelación',
    cancel: 'Cancelar',
    sent: 'Tu apelación está enviada. Aquí se leerá la respuesta.',
    failed: 'No se pudo enviar la apelación.',
    yours: (time) => `Tu apelación del ${time}:`,
    waiting: 'Nadie ha decidido sobre ella todavía.',
    outcomes: {
      upheld: 'La decisión se mantiene.',
      reverted: 'La decisión era incorrecta y se deshizo.',
    },
  },
})
