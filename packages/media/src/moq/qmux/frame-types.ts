/** Frame types of qmux (draft-ietf-quic-qmux-02), which are those of QUIC (RFC 9000 section 19) and some of its own. */
export const frameTypes = {
  padding: 0x00n,
  resetStream: 0x04n,
  stopSending: 0x05n,
  /** The lower three bits say whether there is an offset (4), a length (2), and whether the stream ends (1). */
  firstStream: 0x08n,
  lastStream: 0x0fn,
  maxData: 0x10n,
  maxStreamData: 0x11n,
  maxStreamsBidi: 0x12n,
  maxStreamsUni: 0x13n,
  dataBlocked: 0x14n,
  streamDataBlocked: 0x15n,
  streamsBlockedBidi: 0x16n,
  streamsBlockedUni: 0x17n,
  connectionClose: 0x1cn,
  applicationClose: 0x1dn,
  transportParameters: 0x3f5153300d0a0d0an,
  pingRequest: 0x348c67529ef8c7bdn,
  pingResponse: 0x348c67529ef8c7ben,
} as const

/** What a record may hold at most until the peer allows more (`max_record_size`), and what everybody can read. */
export const maxRecordBytes = 16_382
