import { inLanguage } from '../language/in-language.ts'

export const watchingAnswers = inLanguage({
  en: {
    follow: {
      question: 'How do I follow a channel?',
      answer: [
        'Log in and press the heart on a stream or on its card. Press it again to unfollow. Follows are public: others can see the list of a channel’s followers.',
      ],
    },
    'find-followed': {
      question: 'Where do I find the channels I follow?',
      answer: [
        "On the page 'Following'. Live channels come first, then the others with the time when they were last seen. While the page is open, it updates every minute.",
      ],
      link: 'Open Following',
    },
    upvote: {
      question: 'What does an upvote do?',
      answer: [
        'An upvote is a vote on Hive for the post of the stream. It gives the author a share of the reward pool and costs you no money. It uses some of your voting power, which recovers automatically by about a fifth each day.',
        'Choose a weight from 1 to 100 percent and approve the vote in Keychain. The button works once the stream has a post on Hive. It gets one if the streamer has allowed announcements.',
      ],
    },
    phone: {
      question: 'Can I watch on a phone?',
      answer: [
        'Yes, in its browser. Turn the phone sideways for full screen. Older iPhones, whose browser lacks a newer video interface, use the built-in player of Safari.',
        'To log in you need a browser with Keychain. On a phone, this is the browser inside the Keychain app.',
      ],
    },
    shortcuts: {
      question: 'Are there keyboard shortcuts in the player?',
      answer: [
        'Yes. Space or K plays and pauses, M mutes, F switches to full screen, and T to theatre mode. The up and down arrows change the volume, left and right move by five seconds, and End goes to live. Press ? while the player has the focus to see them all.',
      ],
    },
  },
  es: {
    follow: {
      question: '¿Cómo sigo un canal?',
      answer: [
        'Inicia sesión y pulsa el corazón en una transmisión o en su tarjeta. Púlsalo otra vez para dejar de seguirlo. Es público: los demás pueden ver la lista de seguidores de un canal.',
      ],
    },
    'find-followed': {
      question: '¿Dónde encuentro los canales que sigo?',
      answer: [
        "En la página 'Siguiendo'. Primero aparecen los canales en vivo y después los demás, con la última vez que se les vio. Mientras la página está abierta, se actualiza cada minuto.",
      ],
      link: 'Abrir Siguiendo',
    },
    upvote: {
      question: '¿Qué hace un voto?',
      answer: [
        'Es un voto en Hive a la publicación de la transmisión. Da a su autor una parte del fondo de recompensas y no te cuesta dinero. Usa algo de tu poder de voto, que se recupera automáticamente, más o menos una quinta parte al día.',
        'Elige un peso del 1 al 100 por ciento y aprueba el voto en Keychain. El botón funciona cuando la transmisión tiene una publicación en Hive. La tiene si quien transmite ha permitido los anuncios.',
      ],
    },
    phone: {
      question: '¿Puedo mirar en un teléfono?',
      answer: [
        'Sí, en su navegador. Gira el teléfono para ver a pantalla completa. Los iPhone más antiguos, cuyo navegador carece de una interfaz de video más nueva, usan el reproductor propio de Safari.',
        'Para iniciar sesión necesitas un navegador con Keychain. En un teléfono, es el navegador de la aplicación Keychain.',
      ],
    },
    shortcuts: {
      question: '¿Hay atajos de teclado en el reproductor?',
      answer: [
        'Sí. Espacio o K reproduce y pausa, M silencia, F pasa a pantalla completa y T al modo teatro. Las flechas arriba y abajo cambian el volumen, izquierda y derecha saltan cinco segundos y Fin vuelve al vivo. Pulsa ? con el foco en el reproductor para verlos todos.',
      ],
    },
  },
})
