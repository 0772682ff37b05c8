import { paths } from '../../paths.ts'
import type { Question } from './question.ts'
import { communityQuestions } from './questions-community.ts'
import { hiveQuestions } from './questions-hive.ts'
import { streamingQuestions } from './questions-streaming.ts'
import { technicalQuestions } from './questions-technical.ts'

export interface QuestionSection {
  id: string
  title: string
  questions: readonly Question[]
}

const startQuestions: readonly Question[] = [
  {
    id: 'need-account',
    question: 'Do I need an account to watch?',
    answer: [
      'No. Watching is free, and so is reading the chat: open a stream and it plays. You need a Hive account only to follow channels, to write in the chat and to upvote, or to broadcast yourself.',
    ],
  },
  {
    id: 'get-account',
    question: 'How do I get a Hive account?',
    answer: [
      'Hive accounts are made outside of this site, by one of the services listed at signup.hive.io. Some are free and ask for a mail address or a phone number, others cost about the price of a coffee and ask for nothing.',
      'You receive several keys. Keep all of them somewhere safe: nobody, not even this site, can restore them.',
    ],
    link: { label: 'Services that make Hive accounts', href: 'https://signup.hive.io/' },
  },
  {
    id: 'log-in',
    question: 'How do I log in?',
    answer: [
      [
        'Install the Hive Keychain extension for Chrome, Firefox or Edge, and add your account to it with its posting key.',
        "Press 'Login with Hive' and enter your username, without the @.",
        'Keychain shows a message that names this site. Approve it, and you are in.',
      ],
      'There is no password to remember here. You stay logged in for 30 days on this browser, or until you log out.',
    ],
    link: { label: 'Hive Keychain', href: 'https://hive-keychain.com/' },
  },
  {
    id: 'find-streams',
    question: 'How do I find something to watch?',
    answer: [
      'The directory lists everybody who is live. Type a name, a title or a category in its search, choose a category, or sort by viewers, name or title. The address changes with your choice, so you can send it to a friend.',
    ],
    link: { label: 'Open the directory', href: paths.directory },
  },
]

const watchingQuestions: readonly Question[] = [
  {
    id: 'follow',
    question: 'How do I follow a channel?',
    answer: [
      'Log in and press the heart on a stream or on its card. Press it again to unfollow. Who follows whom is public, as everywhere on Hive: others can see the list of a channel’s followers.',
    ],
  },
  {
    id: 'find-followed',
    question: 'Where do I find the channels I follow?',
    answer: [
      "On the page 'Following': those that are live come first, then the others with the time they were last seen. It looks for news every minute while it is open.",
    ],
    link: { label: 'Open Following', href: paths.following },
  },
  {
    id: 'upvote',
    question: 'What does an upvote do?',
    answer: [
      'An upvote is a vote on Hive for the post of the stream, and gives its author a part of the reward pool. It costs you no money. It uses some of your voting power, which fills up again by itself, about a fifth each day.',
      'Choose a weight from 1 to 100 percent and approve the vote in Keychain. The button works once the stream has a post on Hive, which it has if the streamer allows announcements.',
    ],
  },
  {
    id: 'phone',
    question: 'Can I watch on a phone or a television?',
    answer: [
      'On a phone, use its browser: turn the phone sideways for full screen. On iPhones that lack the newer video interface, the built-in player of Safari takes over.',
      'Logging in needs a browser in which Keychain is at home: on a phone that is the browser inside the Keychain app.',
    ],
  },
  {
    id: 'shortcuts',
    question: 'Are there keyboard shortcuts in the player?',
    answer: [
      'Yes: space or k plays and pauses, m mutes, f is full screen, the up and down arrows change the volume, left and right move by five seconds. They work while the player has the focus.',
    ],
  },
]

export const sections: readonly QuestionSection[] = [
  { id: 'getting-started', title: 'Getting Started', questions: startQuestions },
  { id: 'streaming', title: 'Streaming', questions: streamingQuestions },
  { id: 'watching-following', title: 'Watching & Following', questions: watchingQuestions },
  { id: 'technical', title: 'Technical', questions: technicalQuestions },
  { id: 'hive-blockchain', title: 'Hive Blockchain', questions: hiveQuestions },
  { id: 'community-safety', title: 'Community & Safety', questions: communityQuestions },
]

/** The questions that contain every word of the search, in the question or its answer, whatever the case. */
export function searchQuestions(typed: string): readonly QuestionSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter((question) => {
        const text = [section.title, question.question, ...question.answer.flat()].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((section) => section.questions.length > 0)
}
