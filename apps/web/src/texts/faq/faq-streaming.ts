import { inLanguage } from '../language/in-language.ts'

export const streamingAnswers = inLanguage({
  en: {
    'start-streaming': {
      question: 'How do I start streaming?',
      answer: [
        [
          "Log in and open 'Stream Key' in your account menu. Press 'Generate Stream Key' and approve the message in Keychain.",
          'In OBS or another program that sends RTMP, open Settings, Stream, and set Service to Custom.',
          'Copy the server address and the stream key from the page into the program.',
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
          'Rate control: CBR. 6000 kbit/s for 1080p at 60 fps, 4500 for 1080p at 30 fps, 3000 for 720p at 30 fps. Leave a third of your upload bandwidth unused.',
          'Keyframe interval: 2 s. This setting matters most: a longer interval makes everyone wait longer.',
          'Profile: high. For the shortest delay, set tune to zerolatency, or use no B-frames.',
        ],
      ],
    },
    resolutions: {
      question: 'Which resolutions are supported?',
      answer: [
        '720p and 1080p are supported. Viewers can always choose your video in the quality in which you send it. If the site creates lower qualities, their players pick the one that suits their network.',
      ],
    },
    'lost-connection': {
      question: 'My connection dropped. Is my stream over?',
      answer: [
        'Not for the next 60 seconds. If your program reconnects within that time, the same stream continues, with its viewers, its chat and its post. OBS reconnects automatically unless you have turned that off.',
      ],
    },
    'key-leaked': {
      question: 'Someone may have seen my stream key. What should I do?',
      answer: [
        "Generate a new one on the page 'Stream Key'. The old key stops working immediately, and any broadcast that uses it ends. A key is shown only once. Nobody can read it later, not even the people who run the site.",
      ],
      link: 'Generate a new stream key',
    },
    announce: {
      question: 'Can my stream be announced on Hive?',
      answer: [
        "Yes, if you want it to be. Grant posting authority to the site's account on the page 'Stream Key'. It can then publish a post when you go live, and your viewers upvote that post. You can revoke the authority at any time, on the same page, in Keychain or in your Hive wallet.",
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
          'Copia de la página al programa la dirección del servidor y la clave de transmisión.',
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
          'Control de frecuencia: CBR. 6000 kbit/s para 1080p a 60 fps, 4500 para 1080p a 30 fps, 3000 para 720p a 30 fps. Deja libre un tercio de tu velocidad de subida.',
          'Intervalo de fotogramas clave: 2 s. Es el ajuste que más importa: cuanto más largo, más esperan todos.',
          'Perfil: high. Para el retraso más corto, elige el ajuste zerolatency o no uses fotogramas B.',
        ],
      ],
    },
    resolutions: {
      question: '¿Qué resoluciones se admiten?',
      answer: [
        'Se admiten 720p y 1080p. Tus espectadores siempre pueden elegir tu video en la calidad en que lo envías. Si el sitio crea calidades más bajas, sus reproductores eligen la que conviene a su red.',
      ],
    },
    'lost-connection': {
      question: 'Se cortó mi conexión. ¿Terminó mi transmisión?',
      answer: [
        'No durante los próximos 60 segundos. Si tu programa se reconecta en ese tiempo, la misma transmisión continúa, con sus espectadores, su chat y su publicación. OBS se reconecta automáticamente, salvo que lo hayas desactivado.',
      ],
    },
    'key-leaked': {
      question: 'Puede que alguien haya visto mi clave de transmisión. ¿Qué hago?',
      answer: [
        "Genera otra en la página 'Clave de transmisión'. La anterior deja de funcionar al instante y se corta la transmisión que la use. Una clave se muestra una sola vez. Nadie puede volver a leerla, ni siquiera quienes administran el sitio.",
      ],
      link: 'Generar otra clave de transmisión',
    },
    announce: {
      question: '¿Se puede anunciar mi transmisión en Hive?',
      answer: [
        "Sí, si quieres. Otorga el permiso de publicación a la cuenta del sitio en la página 'Clave de transmisión'. Así podrá publicar cuando empieces a transmitir, y esa publicación es la que votan tus espectadores. Puedes retirar el permiso cuando quieras, en la misma página, en Keychain o en tu monedero de Hive.",
        'El permiso de publicación sirve para publicar y votar. No puede mover dinero ni cambiar tus claves.',
      ],
    },
  },
})
