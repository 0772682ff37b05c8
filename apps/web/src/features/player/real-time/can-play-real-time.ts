/**
 * Whether this browser can play in real time, but for the codecs of the broadcast: WebCodecs in a secure context, and an audio worklet. A
 * browser without one of the classes that make a track of pictures has a canvas that does.
 */
export function canPlayRealTime(): boolean {
  return (
    isSecureContext &&
    ['VideoDecoder', 'AudioDecoder', 'AudioWorkletNode', 'WebSocket', 'Worker', 'MessageChannel'].every(
      (name) => name in globalThis,
    )
  )
}
