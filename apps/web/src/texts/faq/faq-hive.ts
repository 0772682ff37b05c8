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
        'A sentence that names this site, states its purpose, contains a random number and is valid for five minutes. Keychain shows it before you approve it. It is not a transaction: it is not written to the blockchain, moves nothing and costs nothing.',
        'For a stream key you sign a second sentence, so that a stolen session is not enough to broadcast in your name.',
      ],
    },
    'which-keys': {
      question: 'Does the site ever see my keys?',
      answer: [
        'No. Your keys stay in Keychain, which signs and passes only the signature to the page. Never type a private key into a web page, and be wary of anyone who asks for one. This site never does.',
      ],
    },
    rewards: {
      question: 'When are rewards paid out?',
      answer: [
        'After 7 days. A post collects votes for seven days after it is published. Hive then pays the author and the voters automatically. Until then, the amount is an estimate that can rise and fall.',
      ],
    },
    costs: {
      question: 'Does anything here cost money?',
      answer: [
        'Watching, following, chatting and voting are free. Writing to Hive uses resource credits, which every account has in proportion to its Hive Power and which recover within five days. An account without enough credits has to wait, or borrow some from another account.',
      ],
    },
    revoke: {
      question: 'How do I revoke posting authority?',
      answer: [
        "Press 'Revoke Posting Authority' on the page 'Stream Key'. You can also open your account's authorities in Keychain or in the wallet of hive.blog, and remove the site's account from the posting role. This takes effect with the next block, about three seconds later. Announcements stop; everything else keeps working.",
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
        'Una frase que nombra este sitio, indica para qué sirve, contiene un número aleatorio y vale cinco minutos. Keychain la muestra antes de que la apruebes. No es una transacción: no se escribe en la cadena de bloques, no mueve nada y no cuesta nada.',
        'Para una clave de transmisión firmas otra frase, para que una sesión robada no baste para transmitir en tu nombre.',
      ],
    },
    'which-keys': {
      question: '¿El sitio ve mis claves alguna vez?',
      answer: [
        'No. Tus claves se quedan en Keychain, que firma y entrega a la página solo la firma. Nunca escribas una clave privada en una página web y desconfía de quien te pida una. Este sitio nunca lo hace.',
      ],
    },
    rewards: {
      question: '¿Cuándo se pagan las recompensas?',
      answer: [
        'Después de 7 días. Una publicación reúne votos durante los siete días siguientes a publicarse. Después, Hive paga automáticamente al autor y a quienes votaron. Hasta entonces, la cantidad es una estimación que puede subir y bajar.',
      ],
    },
    costs: {
      question: '¿Hay algo aquí que cueste dinero?',
      answer: [
        'Mirar, seguir, chatear y votar es gratis. Escribir en Hive usa créditos de recursos, que cada cuenta tiene en proporción a su Hive Power y que se recuperan en cinco días. Una cuenta sin créditos suficientes tiene que esperar, o pedirlos prestados a otra cuenta.',
      ],
    },
    revoke: {
      question: '¿Cómo retiro el permiso de publicación?',
      answer: [
        "Pulsa 'Retirar permiso de publicación' en la página 'Clave de transmisión'. También puedes abrir los permisos de tu cuenta en Keychain o en el monedero de hive.blog y quitar la cuenta del sitio del permiso de publicación (posting). Vale desde el bloque siguiente, unos tres segundos después. Los anuncios se detienen; todo lo demás sigue funcionando.",
      ],
      link: 'Monedero de Hive',
    },
  },
})
