import { inLanguage } from '../language/in-language.ts'

export const watchingAnswers = inLanguage({
  en: {
    follow: {
      question: 'How do I follow a channel?',
      answer: [
        'Log in and press the heart on a stream or on its card. Press it again to unfollow. Who follows whom is public, as everywhere on Hive: others can see the list of a channel’s followers.',
      ],
    },
    'find-followed': {
      question: 'Where do I find the channels I follow?',
      answer: [
        "On the page 'Following': those that are live come first, then the others with the time they were last seen. It looks for news every minute while it is open.",
      ],
      link: 'Open Following',
    },
    upvote: {
      question: 'What does an upvote do?',
      answer: [
        'An upvote is a vote on Hive for the post of the stream, and gives its author a part of the reward pool. It costs you no money. It uses some of your voting power, which fills up again by itself, about a fifth each day.',
        'Choose a weight from 1 to 100 percent and approve the vote in Keychain. The button works once the stream has a post on Hive, which it has if the streamer allows announcements.',
      ],
    },
    phone: {
      question: 'Can I watch on a phone or a television?',
      answer: [
        'On a phone, use its browser: turn the phone sideways for full screen. On iPhones that lack the newer video interface, the built-in player of Safari takes over.',
        'Logging in needs a browser in which Keychain is at home: on a phone that is the browser inside the Keychain app.',
      ],
    },
    shortcuts: {
      question: 'Are there keyboard shortcuts in the player?',
      answer: [
        'Yes: space or k plays and pauses, m mutes, f is full screen, t is the theatre, the up and down arrows change the volume, left and right move by five seconds, End goes to live. Press ? while the player has the focus for all of them.',
      ],
    },
  },
  es: {
    follow: {
      question: '¿Cómo sigo un canal?',
      answer: [
        'Inicia sesión y pulsa el corazón en una transmisión o en su tarjeta. Púlsalo otra vez para dejar de seguirlo. Quién sigue a quién es público, como en todo Hive: los demás pueden ver la lista de seguidores de un canal.',
      ],
    },
    'find-followed': {
      question: '¿Dónde encuentro los canales que sigo?',
      answer: [
        "En la página 'Siguiendo': primero los que están en vivo y después los demás, con la última vez que se les vio. Mientras está abierta, busca novedades cada minuto.",
      ],
      link: 'Abrir Siguiendo',
    },
    upvote: {
      question: '¿Qué hace un voto?',
      answer: [
        'Es un voto en Hive a la publicación de la transmisión, y da a su autor una parte del fondo de recompensas. No te cuesta dinero. Usa algo de tu poder de voto, que se recupera solo, más o menos una quinta parte al día.',
        'Elige un peso del 1 al 100 por ciento y aprueba el voto en Keychain. El botón funciona cuando la transmisión tiene una publicación en Hive, y la tiene si quien transmite permite los anuncios.',
      ],
    },
    phone: {
      question: '¿Puedo mirar en un teléfono o en un televisor?',
      answer: [
        'En un teléfono, usa su navegador: gíralo para ver a pantalla completa. En los iPhone que no tienen la interfaz de video más nueva se usa el reproductor propio de Safari.',
        'Para iniciar sesión hace falta un navegador que tenga Keychain: en un teléfono es el que está dentro de la aplicación de Keychain.',
      ],
    },
    shortcuts: {
      question: '¿Hay atajos de teclado en el reproductor?',
      answer: [
        'Sí: espacio o k reproduce y pausa, m silencia, f es pantalla completa, t es el modo teatro, las flechas arriba y abajo cambian el volumen, izquierda y derecha saltan cinco segundos, Fin vuelve al vivo. Pulsa ? con el foco en el reproductor para verlos todos.',
      ],
    },
  },
})
