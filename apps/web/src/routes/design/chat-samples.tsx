import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useRef, useState } from 'react'
import { MessageRow } from '../../features/chat/messages/message-row.tsx'
import { ChatSettings } from '../../features/chat/preferences/chat-settings.tsx'
import { TimeoutPresets } from '../../lib/chat-room/timeout-presets.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Sample } from './sample.tsx'

const longestName = 'abcdefghijklmnop'
const sampleMessages = [
  { username: 'alice', role: 'owner', message: 'I own this channel.' },
  { username: longestName, role: 'moderator', message: 'I moderate, with the longest name there can be.' },
  { username: 'bob', message: `See https://example.com/${'a-long-way-'.repeat(8)} :fire:` },
  {
    username: 'carol',
    message: '@me answers',
    replyTo: { id: '0', username: 'me', message: 'A question '.repeat(20) },
  },
  { username: 'dave', message: 'مرحبا @alice شاهد https://example.com/a كيف الحال' },
  { username: 'erin', kind: 'action', message: 'waves' },
  { username: 'alice', role: 'owner', kind: 'announcement', message: 'We begin in five minutes.' },
  { username: 'frank', kind: 'tip', tip: '2.500 HBD', message: 'for the bees' },
  { username: 'grace', kind: 'tip', tip: '1.000 HIVE', message: '' },
] as const satisfies Partial<ChatMessage>[]

/** Every kind of message, and what the chat adds to the components. */
export function ChatSamples() {
  const settings = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [seconds, setSeconds] = useState('600')
  const ignore = () => undefined
  return (
    <>
      <Sample name="MessageRow" isWide>
        <div style={{ width: 340, maxWidth: '100%', background: 'var(--surface)' }}>
          {sampleMessages.map((sample, index) => (
            <MessageRow
              key={`${sample.username} ${sample.message}`}
              message={toMessage(sample, index)}
              me="me"
              channel="alice"
              actions={{ openUser: ignore, reply: ignore, pin: ignore, remove: ignore }}
              isPending={index === 0}
              isHighlighted={false}
            />
          ))}
        </div>
      </Sample>
      <Sample name="TimeoutPresets">
        <TimeoutPresets seconds={seconds} onChoose={setSeconds} />
      </Sample>
      <Sample name="ChatSettings">
        <Button ref={settings} onClick={() => setOpen(!isOpen)}>
          Chat settings
        </Button>
        {isOpen && <ChatSettings anchor={settings} onClose={() => setOpen(false)} />}
      </Sample>
    </>
  )
}

function toMessage(sample: Partial<ChatMessage>, index: number): ChatMessage {
  const { role = 'user' } = sample
  const id = String(index)
  return {
    ...{ id, _id: id, channel: 'alice', username: 'bob', message: '', timestamp: 1_795_000_000_000 + index * 60_000 },
    ...{ kind: 'message', replyTo: null, ...sample, role, isModerator: role !== 'user' },
  }
}
