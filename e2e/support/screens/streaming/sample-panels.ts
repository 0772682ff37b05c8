import type { ChannelPanel } from '@waggle/contract/channels/panels'

/** The panels of a channel: short and long ones, with and without a link, and one from right to left. */
export const samplePanels: readonly ChannelPanel[] = [
  {
    title: 'Schedule',
    text: 'Monday to Thursday, an hour before sunset\nSaturday, sunrise\nNo streams while it storms: the camera is not waterproof.',
    link: 'https://calendar.example/coast',
  },
  {
    title: 'Rules of the chat',
    text: '1. Be kind.\n2. No spoilers about the weather.\n3. English, Portuguese and Spanish are all fine.',
    link: null,
  },
  {
    title: 'Camera and microphone',
    text: 'A 35 mm lens on a mirrorless camera, and a microphone with a fur hat. The whole list, with prices and what I would buy today, is at https://example.com/coast/gear-of-the-whole-year?list=everything&sorted=by-price.',
    link: null,
  },
  { title: 'مرحبا بكم', text: 'أهلا بكل من يشاهد من الضفة الأخرى. الشاي جاهز.', link: null },
  { title: 'Prints of the bay', text: '', link: 'https://prints.example/' },
]
