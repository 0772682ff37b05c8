import type { Question } from './question.ts'

export const technicalQuestions: readonly Question[] = [
  {
    id: 'delay',
    question: 'How far behind the broadcast am I?',
    answer: [
      'Usually about two seconds from the camera to your screen, with a keyframe interval of 2 s or less. The player shows the delay; when it has grown, press “Go to live”.',
    ],
  },
  {
    id: 'buffering',
    question: 'The picture stops again and again. What can I do?',
    answer: [
      [
        'See whether everybody has the trouble: the chat will tell. Then it is the streamer’s connection, and only patience helps.',
        'Choose a lower quality in the menu of the player, if there is one, or let Auto choose.',
        'Use a cable or come closer to the router, and stop large downloads.',
        'Reload the page. The player returns by itself after most interruptions, but a fresh start does no harm.',
      ],
    ],
  },
  {
    id: 'no-sound',
    question: 'Why is there no sound?',
    answer: [
      'Many browsers start videos muted until you have touched the page. Press the loudspeaker or the key m. If it stays silent, look at the volume of the browser tab and of your system.',
    ],
  },
  {
    id: 'browsers',
    question: 'Which browsers work?',
    answer: [
      'Current Chrome, Edge, Firefox and Safari, on computers and phones. Streams in HEVC or AV1 need a browser and a device that can decode them; H.264 plays everywhere.',
    ],
  },
  {
    id: 'other-players',
    question: 'Can I watch in VLC or another player?',
    answer: [
      'Streams are ordinary HLS, encrypted with keys that the site hands out to viewers. A player that only knows an address needs a stream token in it, as in /live/{stream}/master.m3u8?token={token}; the description of the interface at /api/docs says how to get one.',
    ],
    link: { label: 'Description of the interface', href: '/api/docs' },
  },
  {
    id: 'viewer-count',
    question: 'How are viewers counted?',
    answer: [
      'A viewer is somebody whose player fetched the current key of the stream, which changes every half minute. Reloading a page counts once, and so does leaving it open; programs that only open the page do not count.',
    ],
  },
]
