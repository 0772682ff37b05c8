import type { FromWorker, ToWorker } from './messages.ts'
import { Session } from './session.ts'

// The types of the library are those of a page, whose postMessage has an origin.
const post = self.postMessage as (message: FromWorker, transfer?: Transferable[]) => void

let session: Session | undefined

// The first question makes the browser find its decoders, for which it needs the page's thread. The answer does not matter.
void VideoDecoder.isConfigSupported({ codec: 'avc1.42001f' }).catch(() => undefined)

/** One broadcast: the worker is terminated with its playback. */
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type !== 'open') session?.take(data)
  else
    session ??= new Session(
      data,
      (message, transfer = []) => post(message, transfer),
      () => performance.timeOrigin + performance.now(),
    )
}
