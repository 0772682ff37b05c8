import { inLanguage } from '../../language/in-language.ts'

/** Why playback has stalled, and what the viewer can do about it. */
export const stallTexts = inLanguage({
  en: {
    offline: {
      title: 'You are offline',
      text: 'This device has no network connection. The stream continues when the connection is back.',
    },
    stopped: {
      title: (username: string) => `${username} stopped the stream`,
      text: 'It may be back: playback resumes by itself.',
    },
    'encoder-away': { title: 'Reconnecting...', text: "The streamer's connection was interrupted." },
    'encoder-late': {
      title: 'Waiting for the streamer',
      text: "The streamer's video is arriving late. Your connection and this site are fine.",
    },
    unplayable: {
      text: 'The video arrives, but it cannot be decoded. Your connection is fine. Trying again...',
    },
    computer: {
      title: 'This device cannot keep up',
      text: 'It is too busy to show the video in time. Close other programs or tabs.',
      lowerQuality: 'A lower quality helps as well.',
    },
    server: {
      title: 'The server has a problem',
      text: 'It responds with errors. Your connection is fine. Trying again...',
    },
    unreachable: {
      text: 'The server does not respond. Your connection or the server may be down. Trying again...',
    },
    'media-unreachable': {
      text: 'This site responds, but its video does not arrive. Something between you and the video may block it. Trying again...',
    },
    crowded: {
      title: 'Many people are joining',
      text: 'Many people who share your internet address are joining at once. Your turn comes within seconds, and the stream starts by itself.',
    },
    'no-key': {
      text: 'The server is not sending the key for this video. Your connection is fine. Trying again...',
    },
    'slow-network': {
      title: 'Your connection is slow',
      text: 'The server is fine, but the video takes longer to download than to play.',
      lowerQuality: 'Choose a lower quality.',
    },
  },
  es: {
    offline: {
      title: 'No tienes conexión',
      text: 'Este dispositivo no tiene red. La transmisión continuará cuando vuelva la conexión.',
    },
    stopped: {
      title: (username) => `${username} detuvo la transmisión`,
      text: 'Puede que vuelva: esta página continúa sola.',
    },
    'encoder-away': { title: 'Reconectando...', text: 'Se interrumpió la conexión de quien transmite.' },
    'encoder-late': {
      title: 'Esperando a quien transmite',
      text: 'El video de quien transmite llega tarde. Tu conexión y este sitio funcionan bien.',
    },
    unplayable: {
      text: 'El video llega, pero no se puede decodificar. Tu conexión funciona bien. Reintentando...',
    },
    computer: {
      title: 'Este dispositivo no da abasto',
      text: 'Está demasiado ocupado para mostrar el video a tiempo. Cierra otros programas o pestañas.',
      lowerQuality: 'También ayuda una calidad más baja.',
    },
    server: {
      title: 'El servidor tiene un problema',
      text: 'Responde con errores. Tu conexión funciona bien. Reintentando...',
    },
    unreachable: {
      text: 'El servidor no responde. Puede que falle tu conexión o el servidor. Reintentando...',
    },
    'media-unreachable': {
      text: 'Este sitio responde, pero su video no llega. Puede que algo entre tú y el video lo bloquee. Reintentando...',
    },
    crowded: {
      title: 'Está entrando mucha gente',
      text: 'Muchas personas que comparten tu dirección de internet están entrando a la vez. Tu turno llega en segundos y la transmisión empieza sola.',
    },
    'no-key': {
      text: 'El servidor no envía la clave de este video. Tu conexión funciona bien. Reintentando...',
    },
    'slow-network': {
      title: 'Tu conexión es lenta',
      text: 'El servidor funciona bien, pero el video tarda más en descargarse que en reproducirse.',
      lowerQuality: 'Elige una calidad más baja.',
    },
  },
})
