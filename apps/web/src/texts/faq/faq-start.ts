import { inLanguage } from '../language/in-language.ts'

export const startAnswers = inLanguage({
  en: {
    'need-account': {
      question: 'Do I need an account to watch?',
      answer: [
        'No. Watching is free, and so is reading the chat: open a stream and it plays. You need a Hive account only to follow channels, to write in the chat and to upvote, or to broadcast yourself.',
      ],
    },
    'get-account': {
      question: 'How do I get a Hive account?',
      answer: [
        'Hive accounts are made outside of this site, by one of the services listed at signup.hive.io. Some are free and ask for a mail address or a phone number, others cost about the price of a coffee and ask for nothing.',
        'You receive several keys. Keep all of them somewhere safe: nobody, not even this site, can restore them.',
      ],
      link: 'Services that make Hive accounts',
    },
    'log-in': {
      question: 'How do I log in?',
      answer: [
        [
          'Install the Hive Keychain extension for Chrome, Firefox or Edge, and add your account to it with its posting key.',
          "Press 'Login with Hive' and enter your username, without the @.",
          'Keychain shows a message that names this site. Approve it, and you are in.',
        ],
        'There is no password to remember here. You stay logged in for 30 days on this browser, or until you log out.',
      ],
      link: 'Hive Keychain',
    },
    'find-streams': {
      question: 'How do I find something to watch?',
      answer: [
        'The directory lists everybody who is live. Type a name, a title or a category in its search, choose a category, or sort by viewers, name or title. The address changes with your choice, so you can send it to a friend.',
      ],
      link: 'Open the directory',
    },
    appearance: {
      question: 'Can I change the language and the colours?',
      answer: [
        'Yes: at the foot of most pages, and in the menu of your account. The site speaks English and Spanish and is light or dark, at first like your browser and your system. Your choice is remembered on this browser.',
      ],
    },
  },
  es: {
    'need-account': {
      question: '¿Necesito una cuenta para mirar?',
      answer: [
        'No. Mirar es gratis, y leer el chat también: abre una transmisión y empieza a reproducirse. Solo necesitas una cuenta de Hive para seguir canales, escribir en el chat y votar, o para transmitir tú.',
      ],
    },
    'get-account': {
      question: '¿Cómo consigo una cuenta de Hive?',
      answer: [
        'Las cuentas de Hive se crean fuera de este sitio, en alguno de los servicios que enumera signup.hive.io. Unos son gratuitos y piden un correo o un número de teléfono; otros cuestan más o menos lo que un café y no piden nada.',
        'Recibirás varias claves. Guárdalas todas en un lugar seguro: nadie, ni siquiera este sitio, puede recuperarlas.',
      ],
      link: 'Servicios que crean cuentas de Hive',
    },
    'log-in': {
      question: '¿Cómo inicio sesión?',
      answer: [
        [
          'Instala la extensión Hive Keychain para Chrome, Firefox o Edge y añade tu cuenta con su clave de publicación (posting).',
          "Pulsa 'Entrar con Hive' y escribe tu nombre de usuario, sin la @.",
          'Keychain muestra un mensaje que nombra este sitio. Apruébalo y ya estás dentro.',
        ],
        'Aquí no hay contraseñas que recordar. La sesión dura 30 días en este navegador, o hasta que la cierres.',
      ],
      link: 'Hive Keychain',
    },
    'find-streams': {
      question: '¿Cómo encuentro algo que ver?',
      answer: [
        'El directorio muestra a todos los que están en vivo. Escribe un nombre, un título o una categoría en su buscador, elige una categoría u ordena por espectadores, nombre o título. La dirección cambia con lo que eliges, así que puedes enviársela a un amigo.',
      ],
      link: 'Abrir el directorio',
    },
    appearance: {
      question: '¿Puedo cambiar el idioma y los colores?',
      answer: [
        'Sí: al pie de casi todas las páginas y en el menú de tu cuenta. El sitio habla inglés y español y puede ser claro u oscuro; al principio, como tu navegador y tu sistema. Tu elección se recuerda en este navegador.',
      ],
    },
  },
})
