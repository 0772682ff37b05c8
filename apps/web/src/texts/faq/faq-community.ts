import { inLanguage } from '../language/in-language.ts'

export const communityAnswers = inLanguage({
  en: {
    'chat-rules': {
      question: 'Who makes the rules of a chat?',
      answer: [
        'The streamer, and the moderators that the streamer appoints. They can delete messages, time somebody out or ban them, slow the chat down, and limit it to followers or to emotes. When a message is refused, you are told why and when you can write again.',
      ],
    },
    banned: {
      question: 'I was banned or timed out. What can I do?',
      answer: [
        'A timeout ends by itself; the chat says when. A ban lasts until the streamer or a moderator lifts it, so ask them, kindly. You can still watch, and it concerns that channel only.',
      ],
    },
    harassed: {
      question: 'Somebody insults or threatens me. What should I do?',
      answer: [
        'Tell the streamer or a moderator of that channel, who can remove the message and the person. Keep a picture of what was said. If you are threatened, tell the police as well.',
      ],
    },
    impostors: {
      question: 'How do I know that somebody is who they say they are?',
      answer: [
        'Names here are Hive accounts, and only the holder of the account’s key can write under one. Look at the spelling: an l is not an I. Nobody who speaks for this site will ask for a key or for money in a chat.',
      ],
    },
    'what-is-stored': {
      question: 'What does the site know about me?',
      answer: [
        'While you only watch: nothing that lasts. When you log in: your Hive name, the channels you follow and what you write in chats, all of which is public, and a session that ends when you log out. There are no advertising cookies; advertisements stand in frames that cannot see the page around them.',
      ],
    },
    'content-rules': {
      question: 'What may be broadcast?',
      answer: [
        'What is legal where you and this site are, and yours to show: no one else’s films, matches or concerts without their leave, no violence, no hatred. Whoever runs the site may end a broadcast that breaks the law.',
      ],
    },
  },
  es: {
    'chat-rules': {
      question: '¿Quién pone las reglas de un chat?',
      answer: [
        'Quien transmite y los moderadores que nombra. Pueden borrar mensajes, silenciar o expulsar a alguien, frenar el chat y limitarlo a los seguidores o a los emotes. Si se rechaza un mensaje, se te dice por qué y cuándo puedes volver a escribir.',
      ],
    },
    banned: {
      question: 'Me expulsaron o me silenciaron. ¿Qué puedo hacer?',
      answer: [
        'El silencio termina solo; el chat dice cuándo. La expulsión dura hasta que la levante quien transmite o un moderador, así que pídeselo con amabilidad. Puedes seguir mirando, y solo afecta a ese canal.',
      ],
    },
    harassed: {
      question: 'Alguien me insulta o me amenaza. ¿Qué hago?',
      answer: [
        'Díselo a quien transmite o a un moderador de ese canal, que puede quitar el mensaje y a la persona. Guarda una imagen de lo que se dijo. Si te amenazan, díselo también a la policía.',
      ],
    },
    impostors: {
      question: '¿Cómo sé que alguien es quien dice ser?',
      answer: [
        'Los nombres son cuentas de Hive, y solo quien tiene la clave de una puede escribir con ese nombre. Fíjate en cómo está escrito: una l no es una I. Nadie que hable por este sitio te pedirá una clave ni dinero en un chat.',
      ],
    },
    'what-is-stored': {
      question: '¿Qué sabe el sitio de mí?',
      answer: [
        'Mientras solo miras: nada que perdure. Cuando inicias sesión: tu nombre de Hive, los canales que sigues y lo que escribes en los chats, que es público, y una sesión que termina cuando la cierras. No hay cookies de publicidad; los anuncios están en marcos que no pueden ver la página que los rodea.',
      ],
    },
    'content-rules': {
      question: '¿Qué se puede transmitir?',
      answer: [
        'Lo que sea legal donde estás tú y donde está este sitio, y que puedas mostrar: nada de películas, partidos o conciertos ajenos sin permiso, nada de violencia ni de odio. Quien administra el sitio puede terminar una transmisión que infrinja la ley.',
      ],
    },
  },
})
