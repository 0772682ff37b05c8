import type { Question } from './question.ts'

export const hiveQuestions: readonly Question[] = [
  {
    id: 'what-is-hive',
    question: 'What is Hive?',
    answer: [
      'Hive is a public blockchain for social applications. Your account, your posts, your votes and what they earn belong to you and work on every site that uses Hive, not only on this one.',
    ],
    link: { label: 'About Hive', href: 'https://hive.io/' },
  },
  {
    id: 'what-is-signed',
    question: 'What do I sign when I log in?',
    answer: [
      'One sentence that names this site, says what it is for, carries a random number and is good for five minutes. Keychain shows it before you approve. It is not a transaction: it is not written to the chain, moves nothing and costs nothing.',
      'For a stream key you sign a second sentence, because a session that somebody stole should not be enough to broadcast in your name.',
    ],
  },
  {
    id: 'which-keys',
    question: 'Does the site ever see my keys?',
    answer: [
      'No. They stay in Keychain, which signs and gives only the signature to the page. Never type a private key into a web page, and be wary of anybody who asks for one: we do not.',
    ],
  },
  {
    id: 'rewards',
    question: 'When are rewards paid out?',
    answer: [
      'After 7 days. Votes on a post are collected for seven days from its publication; then Hive pays the author and those who voted, all by itself. Until then the amount is an estimate and can rise and fall.',
    ],
  },
  {
    id: 'costs',
    question: 'Does anything here cost money?',
    answer: [
      'Watching, following, chatting and voting do not. What is written to Hive uses resource credits, which every account has in proportion to its Hive Power and which come back within five days. An account without any may have to wait, or to be lent some.',
    ],
  },
  {
    id: 'revoke',
    question: 'How do I take posting authority back?',
    answer: [
      "Open your account's authorities in Keychain or in the wallet of hive.blog, and remove the site's account from the posting role. It takes effect with the next block, three seconds later. Announcements stop; everything else goes on.",
    ],
    link: { label: 'Hive wallet', href: 'https://wallet.hive.blog/' },
  },
]
