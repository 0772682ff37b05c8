import { inLanguage } from '../language/in-language.ts'

export const technicalAnswers = inLanguage({
  en: {
    delay: {
      question: 'How far behind the broadcast am I?',
      answer: [
        'Usually about two seconds from the camera to your screen, with a keyframe interval of 2 s or less. The player shows the delay; when it has grown, press “Go to live”.',
      ],
    },
    buffering: {
      question: 'The picture stops again and again. What can I do?',
      answer: [
        [
          'See whether everybody has the trouble: the chat will tell. Then it is the streamer’s connection, and only patience helps.',
          'Choose a lower quality in the menu of the player, if there is one, or let Auto choose.',
          'Use a cable or come closer to the router, and stop large downloads.',
          'Reload the page. The player returns by itself after most interruptions, but a fresh start does no harm.',
        ],
      ],
    },
    'no-sound': {
      question: 'Why is there no sound?',
      answer: [
        'Many browsers start videos muted until you have touched the page. Press the loudspeaker or the key m. If it stays silent, look at the volume of the browser tab and of your system.',
      ],
    },
    browsers: {
      question: 'Which browsers work?',
      answer: [
        'Current Chrome, Edge, Firefox and Safari, on computers and phones. Streams in HEVC or AV1 need a browser and a device that can decode them; H.264 plays everywhere.',
      ],
    },
    'other-players': {
      question: 'Can I watch in VLC or another player?',
      answer: [
        'Streams are ordinary HLS, encrypted with keys that the site hands out to viewers. A player that only knows an address needs a stream token in it, as in /live/{stream}/master.m3u8?token={token}; the description of the interface at /api/docs says how to get one.',
      ],
      link: 'Description of the interface',
    },
    'viewer-count': {
      question: 'How are viewers counted?',
      answer: [
        'A viewer is somebody whose player fetched the current key of the stream, which changes every half minute. Reloading a page counts once, and so does leaving it open; programs that only open the page do not count.',
      ],
    },
  },
  es: {
    delay: {
      question: '¿Cuánto retraso llevo respecto a la transmisión?',
      answer: [
        'Normalmente unos dos segundos de la cámara a tu pantalla, con un intervalo de fotogramas clave de 2 s o menos. El reproductor muestra el retraso; si ha crecido, pulsa «Volver al vivo».',
      ],
    },
    buffering: {
      question: 'La imagen se detiene una y otra vez. ¿Qué puedo hacer?',
      answer: [
        [
          'Mira si le pasa a todo el mundo: el chat lo dirá. Entonces es la conexión de quien transmite, y solo queda esperar.',
          'Elige una calidad más baja en el menú del reproductor, si la hay, o elige Automática.',
          'Usa un cable o acércate al router, y detén las descargas grandes.',
          'Recarga la página. El reproductor vuelve solo después de casi todas las interrupciones, pero empezar de nuevo no hace daño.',
        ],
      ],
    },
    'no-sound': {
      question: '¿Por qué no hay sonido?',
      answer: [
        'Muchos navegadores empiezan los videos en silencio hasta que tocas la página. Pulsa el altavoz o la tecla m. Si sigue en silencio, mira el volumen de la pestaña y el de tu sistema.',
      ],
    },
    browsers: {
      question: '¿Qué navegadores funcionan?',
      answer: [
        'Chrome, Edge, Firefox y Safari actuales, en ordenadores y teléfonos. Las transmisiones en HEVC o AV1 necesitan un navegador y un dispositivo que puedan descodificarlas; H.264 se ve en todas partes.',
      ],
    },
    'other-players': {
      question: '¿Puedo mirar en VLC u otro reproductor?',
      answer: [
        'Las transmisiones son HLS corriente, cifrado con claves que el sitio entrega a los espectadores. Un reproductor que solo conoce una dirección necesita en ella un permiso, como en /live/{stream}/master.m3u8?token={token}; la descripción de la interfaz en /api/docs dice cómo obtenerlo.',
      ],
      link: 'Descripción de la interfaz',
    },
    'viewer-count': {
      question: '¿Cómo se cuentan los espectadores?',
      answer: [
        'Un espectador es alguien cuyo reproductor pidió la clave actual de la transmisión, que cambia cada medio minuto. Recargar la página cuenta una vez, y dejarla abierta también; los programas que solo abren la página no cuentan.',
      ],
    },
  },
})
