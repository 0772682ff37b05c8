import { inLanguage } from '../language/in-language.ts'

export const communityAnswers = inLanguage({
  en: {
    'chat-rules': {
      question: 'Who sets the rules of a chat?',
      answer: [
        'The streamer sets the rules, and appoints moderators to help. They can delete messages, time out and ban users. The streamer, and moderators with permission, can also slow the chat down or limit it to followers or emotes. If a message is refused, you are told why, and when you can write again.',
      ],
    },
    banned: {
      question: 'I was banned or timed out. What can I do?',
      answer: [
        'A timeout ends automatically, and the chat shows when. A ban lasts until the streamer or a moderator lifts it, so ask them politely. Either applies to that channel only: your latest messages are deleted there, and you can still watch it.',
      ],
    },
    harassed: {
      question: 'Someone is insulting or threatening me. What should I do?',
      answer: [
        'Tell the streamer or a moderator of that channel. They can delete the message and ban the person. Take a screenshot of what was said. If you are threatened, also tell the police.',
      ],
    },
    impostors: {
      question: 'How do I know that people are who they say they are?',
      answer: [
        'Names here are Hive accounts, and only the holder of an account’s key can write under its name. Check the spelling: an l is not a 1. Nobody who speaks for this site will ask you for a key or for money in a chat.',
      ],
    },
    'what-is-stored': {
      question: 'What does the site know about me?',
      answer: [
        'If you only watch, nothing is stored permanently. If you log in, the site stores your Hive name, the channels you follow and what you write in chats, all of which is public, and a session that ends when you log out. There are no advertising cookies. Advertisements are shown in frames that cannot see the page around them.',
      ],
    },
    'content-rules': {
      question: 'What am I allowed to broadcast?',
      answer: [
        'Content that is legal where you and this site are, and that you have the right to show. Do not broadcast other people’s films, matches or concerts without permission, nor violence or hatred. The operator of the site may end a broadcast that breaks the law.',
      ],
    },
  },
  es: {
    'chat-rules': {
      question: '¿Quién pone las reglas de un chat?',
      answer: [
        'Las pone quien transmite, que también nombra a los moderadores. Todos ellos pueden borrar mensajes y silenciar o expulsar a usuarios. Quien transmite, y los moderadores con permiso, también puede frenar el chat o limitarlo a los seguidores o a los emotes. Si se rechaza un mensaje, se te dice por qué y cuándo puedes volver a escribir.',
      ],
    },
    banned: {
      question: 'Me expulsaron o me silenciaron. ¿Qué puedo hacer?',
      answer: [
        'El silencio termina automáticamente y el chat dice cuándo. La expulsión dura hasta que la levante quien transmite o un moderador, así que pídeselo con amabilidad. Ambos afectan solo a ese canal: allí se borran tus últimos mensajes, y puedes seguir viéndolo.',
      ],
    },
    harassed: {
      question: 'Alguien me insulta o me amenaza. ¿Qué hago?',
      answer: [
        'Díselo a quien transmite o a un moderador de ese canal. Pueden borrar el mensaje y expulsar a la persona. Haz una captura de pantalla de lo que se dijo. Si te amenazan, díselo también a la policía.',
      ],
    },
    impostors: {
      question: '¿Cómo sé que alguien es quien dice ser?',
      answer: [
        'Los nombres son cuentas de Hive, y solo quien tiene la clave de una puede escribir con ese nombre. Fíjate en cómo está escrito: una l no es un 1. Nadie que hable por este sitio te pedirá una clave ni dinero en un chat.',
      ],
    },
    'what-is-stored': {
      question: '¿Qué sabe el sitio de mí?',
      answer: [
        'Si solo miras, no se guarda nada de forma permanente. Si inicias sesión, el sitio guarda tu nombre de Hive, los canales que sigues y lo que escribes en los chats, que es público, y una sesión que termina cuando la cierras. No hay cookies de publicidad. Los anuncios se muestran en marcos que no pueden ver la página que los rodea.',
      ],
    },
    'content-rules': {
      question: '¿Qué se puede transmitir?',
      answer: [
        'Contenido que sea legal donde estás tú y donde está este sitio, y que tengas derecho a mostrar. No transmitas películas, partidos o conciertos ajenos sin permiso, ni violencia ni odio. Quien administra el sitio puede terminar una transmisión que infrinja la ley.',
      ],
    },
  },
})
