import { paths } from '../../paths.ts'
import type { Question } from './question.ts'

export const streamingQuestions: readonly Question[] = [
  {
    id: 'start-streaming',
    question: 'How do I start streaming?',
    answer: [
      [
        "Log in and open 'Stream Key' in the menu of your account. Press 'Generate Stream Key' and approve the message in Keychain.",
        'In OBS or another program that sends RTMP, open Settings, Stream, and set Service to Custom.',
        'Copy the server address and the stream key from the page into it.',
        'Start streaming. Your channel is live a few seconds later.',
      ],
    ],
    link: { label: 'Get a stream key', href: paths.streamKey },
  },
  {
    id: 'obs-settings',
    question: 'Which OBS settings are best?',
    answer: [
      [
        'Encoder: x264, or the H.264 encoder of your graphics card. Audio: AAC, 48 kHz, 160 kbit/s.',
        'Rate control: CBR. 6000 kbit/s for 1080p at 60 frames, 4500 for 1080p at 30, 3000 for 720p at 30. Leave a third of your upload unused.',
        'Keyframe interval: 2 s. This is the one that matters most: longer ones make everybody wait longer.',
        'Profile high; tune zerolatency, or no B-frames, for the shortest delay.',
      ],
    ],
  },
  {
    id: 'resolutions',
    question: 'Which resolutions are supported?',
    answer: [
      '720p and 1080p are supported. The picture you send is the picture your viewers can choose at its full quality; where the site makes smaller versions of it, their players pick the one that suits their network.',
    ],
  },
  {
    id: 'lost-connection',
    question: 'My connection dropped. Is my stream over?',
    answer: [
      'Not for the next 60 seconds. If your program connects again within that time, the same stream goes on, with its viewers, its chat and its post. OBS does so by itself unless you switched it off.',
    ],
  },
  {
    id: 'key-leaked',
    question: 'Somebody may have seen my stream key. What now?',
    answer: [
      "Generate a new one on the page 'Stream Key'. The old one stops working at once, and whoever is broadcasting with it is cut off. A key is shown only once and cannot be read again later, not even by the people who run the site.",
    ],
    link: { label: 'Generate a new stream key', href: paths.streamKey },
  },
  {
    id: 'announce',
    question: 'Can my stream be announced on Hive?',
    answer: [
      "Yes, if you want it. Grant posting authority to the site's account on the page 'Stream Key'. It can then publish a post when you go live, which is what your viewers upvote. You can take the authority back at any time, in Keychain or in your Hive wallet.",
      'Posting authority can post and vote. It cannot move money and cannot change your keys.',
    ],
  },
]
