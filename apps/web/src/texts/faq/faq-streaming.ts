import { inLanguage } from '../language/in-language.ts'

export const streamingAnswers = inLanguage({
  en: {
    'start-streaming': {
      question: 'How do I start streaming?',
      answer: [
        [
          "Log in and open 'Stream Key' in the menu of your account. Press 'Generate Stream Key' and approve the message in Keychain.",
          'In OBS or another program that sends RTMP, open Settings, Stream, and set Service to Custom.',
          'Copy the server address and the stream key from the page into it.',
          'Start streaming. Your channel is live a few seconds later.',
        ],
      ],
      link: 'Get a stream key',
    },
    'obs-settings': {
      question: 'Which OBS settings are best?',
      answer: [
        [
          'Encoder: x264, or the H.264 encoder of your graphics card. Audio: AAC, 48 kHz, 160 kbit/s.',
          'Rate control: CBR. 6000 kbit/s for 1080p at 60 frames, 4500 for 1080p at 30, 3000 for 720p at 30. Leave a third of your upload unused.',
          'Keyframe interval: 2 s. This is the one that matters most: longer ones make everybody wait longer.',
          'Profile high; tune zerolatency, or no B-frames, for the shortest delay.',
        ],
      ],
    },
    resolutions: {
      question: 'Which resolutions are supported?',
      answer: [
        '720p and 1080p are supported. The picture you send is the picture your viewers can choose at its full quality; where the site makes smaller versions of it, their players pick the one that suits their network.',
      ],
    },
    'lost-connection': {
      question: 'My connection dropped. Is my stream over?',
      answer: [
        'Not for the next 60 seconds. If your program connects again within that time, the same stream goes on, with its viewers, its chat and its post. OBS does so by itself unless you switched it off.',
      ],
    },
    'key-leaked': {
      question: 'Somebody may have seen my stream key. What now?',
      answer: [
        "Generate a new one on the page 'Stream Key'. The old one stops working at once, and whoever is broadcasting with it is cut off. A key is shown only once and cannot be read again later, not even by the people who run the site.",
      ],
      link: 'Generate a new stream key',
    },
    announce: {
      question: 'Can my stream be announced on Hive?',
      answer: [
        "Yes, if you want it. Grant posting authority to the site's account on the page 'Stream Key'. It can then publish a post when you go live, which is what your viewers upvote. You can take the authority back at any time, in Keychain or in your Hive wallet.",
        'Posting authority can post and vote. It cannot move money and cannot change your keys.',
      ],
    },
  },
  es: {
    'start-streaming': {
      question: '¿Cómo empiezo a transmitir?',
      answer: [
        [
          "Inicia sesión y abre 'Clave de transmisión' en el menú de tu cuenta. Pulsa 'Generar clave de transmisión' y aprueba el mensaje en Keychain.",
          'En OBS u otro programa que envíe RTMP, abre Ajustes, Emisión, y elige Personalizado como servicio.',
          'Copia en él la dirección del servidor y la clave de transmisión de la página.',
          'Empieza a transmitir. Tu canal estará en vivo unos segundos después.',
        ],
      ],
      link: 'Obtener una clave de transmisión',
    },
    'obs-settings': {
      question: '¿Qué ajustes de OBS son los mejores?',
      answer: [
        [
          'Codificador: x264, o el codificador H.264 de tu tarjeta gráfica. Audio: AAC, 48 kHz, 160 kbit/s.',
          'Control de frecuencia: CBR. 6000 kbit/s para 1080p a 60 fotogramas, 4500 para 1080p a 30, 3000 para 720p a 30. Deja libre un tercio de tu velocidad de subida.',
          'Intervalo de fotogramas clave: 2 s. Es el que más importa: cuanto más largo, más esperan todos.',
          'Perfil high; ajuste zerolatency, o sin fotogramas B, para el retraso más corto.',
        ],
      ],
    },
    resolutions: {
      question: '¿Qué resoluciones se admiten?',
      answer: [
        'Se admiten 720p y 1080p. La imagen que envías es la que tus espectadores pueden elegir a plena calidad; si el sitio hace versiones más pequeñas, sus reproductores eligen la que conviene a su red.',
      ],
    },
    'lost-connection': {
      question: 'Se cortó mi conexión. ¿Terminó mi transmisión?',
      answer: [
        'No durante los próximos 60 segundos. Si tu programa vuelve a conectarse en ese tiempo, sigue la misma transmisión, con sus espectadores, su chat y su publicación. OBS lo hace solo, salvo que lo hayas desactivado.',
      ],
    },
    'key-leaked': {
      question: 'Puede que alguien haya visto mi clave de transmisión. ¿Qué hago?',
      answer: [
        "Genera otra en la página 'Clave de transmisión'. La anterior deja de servir al momento, y a quien esté transmitiendo con ella se le corta. Una clave se muestra una sola vez y no se puede volver a leer, ni siquiera quienes administran el sitio pueden.",
      ],
      link: 'Generar otra clave de transmisión',
    },
    announce: {
      question: '¿Se puede anunciar mi transmisión en Hive?',
      answer: [
        "Sí, si quieres. Otorga el permiso de publicación a la cuenta del sitio en la página 'Clave de transmisión'. Así podrá publicar cuando empieces a transmitir, y esa publicación es la que votan tus espectadores. Puedes retirar el permiso cuando quieras, en Keychain o en tu monedero de Hive.",
        'El permiso de publicación sirve para publicar y votar. No puede mover dinero ni cambiar tus claves.',
      ],
    },
  },
})
