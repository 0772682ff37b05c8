import { inLanguage } from '../language/in-language.ts'

export const technicalAnswers = inLanguage({
  en: {
    delay: {
      question: 'How far behind the broadcast am I?',
      answer: [
        'Usually about two seconds from the camera to your screen, if the streamer uses a keyframe interval of 2 s or less. The player shows the delay. If it has grown, press “Go to live”.',
      ],
    },
    buffering: {
      question: 'The video keeps stopping. What can I do?',
      answer: [
        [
          'Ask in the chat whether others have the same problem. If they do, it is probably the streamer’s connection, and you can only wait.',
          'Choose a lower quality in the quality menu of the player, if there is one, or select Auto.',
          'Use a network cable or move closer to the router, and stop large downloads.',
          'Reload the page. The player recovers from most interruptions automatically, but reloading does no harm.',
        ],
      ],
    },
    'no-sound': {
      question: 'Why is there no sound?',
      answer: [
        'Many browsers start videos muted until you have interacted with the page. Press the speaker button or the M key. If there is still no sound, check the volume of the browser tab and of your system.',
      ],
    },
    browsers: {
      question: 'Which browsers work?',
      answer: [
        'Current versions of Chrome, Edge, Firefox and Safari, on computers and phones. Streams in HEVC or AV1 need a browser and a device that can decode them. H.264 plays everywhere.',
      ],
    },
    'other-players': {
      question: 'Can I watch in VLC or another player?',
      answer: [
        'Yes. Streams are standard HLS, encrypted with keys that the site gives to viewers. A player that can only open an address needs a stream token in it, as in /live/{stream}/master.m3u8?token={token}. The API documentation at /api/docs explains how to get one.',
      ],
      link: 'API documentation',
    },
    'viewer-count': {
      question: 'How are viewers counted?',
      answer: [
        'A viewer is counted when a player fetches the current key of the stream, which changes every 30 seconds. A page counts once, whether you reload it or leave it open. Programs that only open the page are not counted.',
      ],
    },
  },
  es: {
    delay: {
      question: '¿Cuánto retraso llevo respecto a la transmisión?',
      answer: [
        'Normalmente unos dos segundos de la cámara a tu pantalla, si quien transmite usa un intervalo de fotogramas clave de 2 s o menos. El reproductor muestra el retraso. Si ha crecido, pulsa «Volver al vivo».',
      ],
    },
    buffering: {
      question: 'El video se detiene una y otra vez. ¿Qué puedo hacer?',
      answer: [
        [
          'Pregunta en el chat si les pasa lo mismo a otros. Si es así, probablemente es la conexión de quien transmite y solo puedes esperar.',
          'Elige una calidad más baja en el menú de calidad del reproductor, si la hay, o elige Automática.',
          'Usa un cable de red o acércate al router, y detén las descargas grandes.',
          'Recarga la página. El reproductor se recupera automáticamente de casi todas las interrupciones, pero recargar no hace daño.',
        ],
      ],
    },
    'no-sound': {
      question: '¿Por qué no hay sonido?',
      answer: [
        'Muchos navegadores empiezan los videos en silencio hasta que interactúas con la página. Pulsa el botón del altavoz o la tecla M. Si sigue sin sonido, comprueba el volumen de la pestaña y el de tu sistema.',
      ],
    },
    browsers: {
      question: '¿Qué navegadores funcionan?',
      answer: [
        'Las versiones actuales de Chrome, Edge, Firefox y Safari, en ordenadores y teléfonos. Las transmisiones en HEVC o AV1 necesitan un navegador y un dispositivo que puedan descodificarlas. H.264 se ve en todas partes.',
      ],
    },
    'other-players': {
      question: '¿Puedo ver transmisiones en VLC u otro reproductor?',
      answer: [
        'Sí. Las transmisiones son HLS estándar, cifrado con claves que el sitio entrega a los espectadores. Un reproductor que solo puede abrir una dirección necesita en ella un token, como en /live/{stream}/master.m3u8?token={token}. La documentación de la API en /api/docs explica cómo obtenerlo.',
      ],
      link: 'Documentación de la API',
    },
    'viewer-count': {
      question: '¿Cómo se cuentan los espectadores?',
      answer: [
        'Un espectador se cuenta cuando un reproductor pide la clave actual de la transmisión, que cambia cada 30 segundos. Una página cuenta una vez, tanto si la recargas como si la dejas abierta. Los programas que solo abren la página no cuentan.',
      ],
    },
  },
})
