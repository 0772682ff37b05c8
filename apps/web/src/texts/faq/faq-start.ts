import { inLanguage } from '../language/in-language.ts'

export const startAnswers = inLanguage({
  en: {
    'need-account': {
      question: 'Do I need an account to watch?',
      answer: [
        'No. Watching and reading the chat are free: open a stream and it plays. You need a Hive account only to follow channels, write in the chat, upvote, send tips, or broadcast.',
      ],
    },
    'get-account': {
      question: 'How do I get a Hive account?',
      answer: [
        'You create a Hive account outside this site, with one of the services listed at signup.hive.io. Some are free and ask for an email address or a phone number. Others cost about as much as a coffee and ask for nothing.',
        'You receive several keys. Keep them all somewhere safe: nobody can restore them, not even this site.',
      ],
      link: 'Services that create Hive accounts',
    },
    'log-in': {
      question: 'How do I log in?',
      answer: [
        [
          'Install the Hive Keychain extension for Chrome, Firefox or Edge, and add your account to it with its posting key.',
          "Press 'Login with Hive' and enter your username, without the @.",
          'Keychain shows a message that names this site. Approve it, and you are logged in.',
        ],
        'There is no password to remember. You stay logged in on this browser for 30 days, or until you log out.',
      ],
      link: 'Hive Keychain',
    },
    'find-streams': {
      question: 'How do I find something to watch?',
      answer: [
        'The directory lists every live channel. Search for a name, title or category, choose a category, or sort by viewers, name or title. The page’s address includes your search, so you can send it to a friend.',
      ],
      link: 'Open the directory',
    },
    appearance: {
      question: 'Can I change the language and the colours?',
      answer: [
        'Yes, at the bottom of most pages and in your account menu. The site is available in English and Spanish, with a light and a dark theme. It first follows your browser and your system. This browser remembers your choice.',
      ],
    },
  },
  es: {
    'need-account': {
      question: '¿Necesito una cuenta para mirar?',
      answer: [
        'No. Mirar y leer el chat es gratis: abre una transmisión y empieza a reproducirse. Solo necesitas una cuenta de Hive para seguir canales, escribir en el chat, votar, enviar propinas o transmitir.',
      ],
    },
    'get-account': {
      question: '¿Cómo consigo una cuenta de Hive?',
      answer: [
        'Las cuentas de Hive se crean fuera de este sitio, en uno de los servicios que enumera signup.hive.io. Unos son gratuitos y piden un correo o un número de teléfono. Otros cuestan más o menos lo que un café y no piden nada.',
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
          'Keychain muestra un mensaje que nombra este sitio. Apruébalo y habrás iniciado sesión.',
        ],
        'No hay contraseñas que recordar. La sesión dura 30 días en este navegador, o hasta que la cierres.',
      ],
      link: 'Hive Keychain',
    },
    'find-streams': {
      question: '¿Cómo encuentro algo que ver?',
      answer: [
        'El directorio muestra todos los canales en vivo. Busca un nombre, un título o una categoría, elige una categoría u ordena por espectadores, nombre o título. La dirección de la página incluye tu búsqueda, así que puedes enviársela a un amigo.',
      ],
      link: 'Abrir el directorio',
    },
    appearance: {
      question: '¿Puedo cambiar el idioma y los colores?',
      answer: [
        'Sí, al pie de casi todas las páginas y en el menú de tu cuenta. El sitio está en inglés y en español, con un tema claro y otro oscuro. Al principio sigue a tu navegador y a tu sistema. Este navegador recuerda tu elección.',
      ],
    },
  },
})
