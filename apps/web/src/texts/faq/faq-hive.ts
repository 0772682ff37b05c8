import { inLanguage } from '../language/in-language.ts'

export const hiveAnswers = inLanguage({
  en: {
    'what-is-hive': {
      question: 'What is Hive?',
      answer: [
        'Hive is a public blockchain for social applications. Your account, your posts, your votes and what they earn belong to you and work on every site that uses Hive, not only on this one.',
      ],
      link: 'About Hive',
    },
    'what-is-signed': {
      question: 'What do I sign when I log in?',
      answer: [
        'One sentence that names this site, says what it is for, carries a random number and is good for five minutes. Keychain shows it before you approve. It is not a transaction: it is not written to the chain, moves nothing and costs nothing.',
        'For a stream key you sign a second sentence, because a session that somebody stole should not be enough to broadcast in your name.',
      ],
    },
    'which-keys': {
      question: 'Does the site ever see my keys?',
      answer: [
        'No. They stay in Keychain, which signs and gives only the signature to the page. Never type a private key into a web page, and be wary of anybody who asks for one: we do not.',
      ],
    },
    rewards: {
      question: 'When are rewards paid out?',
      answer: [
        'After 7 days. Votes on a post are collected for seven days from its publication; then Hive pays the author and those who voted, all by itself. Until then the amount is an estimate and can rise and fall.',
      ],
    },
    costs: {
      question: 'Does anything here cost money?',
      answer: [
        'Watching, following, chatting and voting do not. What is written to Hive uses resource credits, which every account has in proportion to its Hive Power and which come back within five days. An account without any may have to wait, or to be lent some.',
      ],
    },
    revoke: {
      question: 'How do I take posting authority back?',
      answer: [
        "Open your account's authorities in Keychain or in the wallet of hive.blog, and remove the site's account from the posting role. It takes effect with the next block, three seconds later. Announcements stop; everything else goes on.",
      ],
      link: 'Hive wallet',
    },
  },
  es: {
    'what-is-hive': {
      question: '¿Qué es Hive?',
      answer: [
        'Hive es una cadena de bloques pública para aplicaciones sociales. Tu cuenta, tus publicaciones, tus votos y lo que ganan son tuyos y sirven en todos los sitios que usan Hive, no solo en este.',
      ],
      link: 'Acerca de Hive',
    },
    'what-is-signed': {
      question: '¿Qué firmo cuando inicio sesión?',
      answer: [
        'Una frase que nombra este sitio, dice para qué es, lleva un número aleatorio y vale cinco minutos. Keychain la muestra antes de que la apruebes. No es una transacción: no se escribe en la cadena, no mueve nada y no cuesta nada.',
        'Para una clave de transmisión firmas otra frase, porque una sesión robada no debe bastar para transmitir en tu nombre.',
      ],
    },
    'which-keys': {
      question: '¿El sitio ve mis claves alguna vez?',
      answer: [
        'No. Se quedan en Keychain, que firma y da a la página solo la firma. Nunca escribas una clave privada en una página web y desconfía de quien te pida una: nosotros no lo hacemos.',
      ],
    },
    rewards: {
      question: '¿Cuándo se pagan las recompensas?',
      answer: [
        'Después de 7 días. Los votos a una publicación se reúnen durante siete días; luego Hive paga por sí solo al autor y a quienes votaron. Hasta entonces la cantidad es una estimación y puede subir y bajar.',
      ],
    },
    costs: {
      question: '¿Hay algo aquí que cueste dinero?',
      answer: [
        'Mirar, seguir, chatear y votar, no. Lo que se escribe en Hive usa créditos de recursos, que cada cuenta tiene en proporción a su Hive Power y que se recuperan en cinco días. Una cuenta sin créditos quizá tenga que esperar, o que se los presten.',
      ],
    },
    revoke: {
      question: '¿Cómo retiro el permiso de publicación?',
      answer: [
        'Abre los permisos de tu cuenta en Keychain o en el monedero de hive.blog y quita la cuenta del sitio del permiso de publicación (posting). Vale desde el bloque siguiente, tres segundos después. Los anuncios se detienen; todo lo demás sigue.',
      ],
      link: 'Monedero de Hive',
    },
  },
})
