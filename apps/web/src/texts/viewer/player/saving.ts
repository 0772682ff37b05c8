import { inLanguage } from '../../language/in-language.ts'

/** What viewers are told while the site has little left of what it may send. */
export const savingTexts = inLanguage({
  en: {
    inLine: (place: number) => (place === 1 ? 'You are next' : `You are number ${place} in line`),
    whyWait:
      'This site has nearly reached its data limit. Current viewers can keep watching; new viewers join one at a time.',
    comesByItself: 'The video starts here automatically.',
    anew: (time: string) => `There will be room again at ${time}.`,
    notices: {
      'no-real-time': 'Real time is off for now: this site has nearly reached its data limit.',
      'lower-quality': 'Lower quality for now: this site has nearly reached its data limit.',
      waiting: 'Lower quality for now: this site has nearly reached its data limit.',
    },
    close: 'Close this notice',
    ended: {
      members: {
        title: 'Now for followers only',
        text: 'This site has nearly reached its data limit. The rest is for followers of the channel who are logged in.',
      },
      stopped: {
        title: 'This site has to pause',
        text: 'It has reached its data limit. The video continues here automatically when there is room again.',
      },
    },
  },
  es: {
    inLine: (place: number) => (place === 1 ? 'Eres el siguiente' : `Eres el número ${place} de la fila`),
    whyWait:
      'Este sitio solo puede enviar cierta cantidad, y está casi agotada. Quienes ya miran siguen; los nuevos espectadores entran uno tras otro.',
    comesByItself: 'El video empieza aquí por sí solo.',
    anew: (time: string) => `A las ${time} vuelve a haber lugar.`,
    notices: {
      'no-real-time': 'Sin tiempo real por ahora: a este sitio le queda poco de lo que puede enviar.',
      'lower-quality': 'Menor calidad por ahora: a este sitio le queda poco de lo que puede enviar.',
      waiting: 'Menor calidad por ahora: a este sitio le queda poco de lo que puede enviar.',
    },
    close: 'Cerrar este aviso',
    ended: {
      members: {
        title: 'Ahora solo para seguidores',
        text: 'Este sitio casi agotó lo que puede enviar. El resto es para quienes iniciaron sesión y siguen el canal.',
      },
      stopped: {
        title: 'Este sitio tiene que hacer una pausa',
        text: 'Agotó lo que puede enviar. El video sigue aquí por sí solo cuando vuelva a haber lugar.',
      },
    },
  },
})
