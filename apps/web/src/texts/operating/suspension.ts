import type { ActionReason } from '@waggle/contract/operating/actions'
import { inLanguage } from '../language/in-language.ts'

/** Why the people who run the site act against an account, and what viewers of its channel read. */
export const suspensionTexts = inLanguage({
  en: {
    suspended: (username: string) => `@${username} may not broadcast here`,
    because: (reason: string) => `The people who run this site decided this. Reason: ${reason}.`,
    until: (time: string) => `It ends on ${time}.`,
    reasons: {
      illegal: 'Against the law',
      copyright: 'Copyright infringement',
      violence: 'Violence or threats',
      sexual: 'Sexual content',
      minors: 'A danger to children',
      harassment: 'Harassment or hatred',
      spam: 'Spam or deceit',
      impersonation: 'Pretends to be somebody else',
      other: 'Another breach of the rules',
    } satisfies Record<ActionReason, string>,
  },
  es: {
    suspended: (username) => `@${username} no puede transmitir aquí`,
    because: (reason) => `Lo decidieron quienes gestionan este sitio. Motivo: ${reason}.`,
    until: (time) => `Termina el ${time}.`,
    reasons: {
      illegal: 'Contrario a la ley',
      copyright: 'Obras ajenas sin permiso',
      violence: 'Violencia o amenazas',
      sexual: 'Contenido sexual',
      minors: 'Un peligro para menores',
      harassment: 'Acoso u odio',
      spam: 'Spam o engaño',
      impersonation: 'Se hace pasar por otra persona',
      other: 'Otra infracción de las normas',
    },
  },
})
