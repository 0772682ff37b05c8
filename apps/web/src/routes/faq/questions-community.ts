import type { Question } from './question.ts'

export const communityQuestions: readonly Question[] = [
  {
    id: 'chat-rules',
    question: 'Who makes the rules of a chat?',
    answer: [
      'The streamer, and the moderators that the streamer appoints. They can delete messages, time somebody out or ban them, slow the chat down, and limit it to followers or to emotes. When a message is refused, you are told why and when you can write again.',
    ],
  },
  {
    id: 'banned',
    question: 'I was banned or timed out. What can I do?',
    answer: [
      'A timeout ends by itself; the chat says when. A ban lasts until the streamer or a moderator lifts it, so ask them, kindly. You can still watch, and it concerns that channel only.',
    ],
  },
  {
    id: 'harassed',
    question: 'Somebody insults or threatens me. What should I do?',
    answer: [
      'Tell the streamer or a moderator of that channel, who can remove the message and the person. Keep a picture of what was said. If you are threatened, tell the police as well.',
    ],
  },
  {
    id: 'impostors',
    question: 'How do I know that somebody is who they say they are?',
    answer: [
      'Names here are Hive accounts, and only the holder of the account’s key can write under one. Look at the spelling: an l is not an I. Nobody who speaks for this site will ask for a key or for money in a chat.',
    ],
  },
  {
    id: 'what-is-stored',
    question: 'What does the site know about me?',
    answer: [
      'While you only watch: nothing that lasts. When you log in: your Hive name, the channels you follow and what you write in chats, all of which is public, and a session that ends when you log out. There are no advertising cookies; advertisements stand in frames that cannot see the page around them.',
    ],
  },
  {
    id: 'content-rules',
    question: 'What may be broadcast?',
    answer: [
      'What is legal where you and this site are, and yours to show: no one else’s films, matches or concerts without their leave, no violence, no hatred. Whoever runs the site may end a broadcast that breaks the law.',
    ],
  },
]
