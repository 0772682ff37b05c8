import { aacConfig, av1Record, avcRecord, hevcRecord, opusHeader } from '../media-messages.ts'

/** Decoder configurations by codec and name. ffmpeg 5.1 wrote them unless a comment says otherwise. */
export const configurationSeeds = {
  avc: read({
    main: avcRecord.toString('hex'),
    baseline: '0142c00cffe100176742c00cda05067e7c0440000003004000000c83c50aa8 01000468ce0fc8',
    high: '01640028ffe1001b67640028acd940780227e5c044000003000400000300f03c60c658 01000468ef8fcb fdf8f800',
    interlaced: '01640015ffe1001967640015acd941712f2cd8088000000300800000190f8a14cb 01000468fe8fcb fdf8f800',
    high10: '016e000cffe1001a676e000ca6cd941419f9f011000003000100000300320f142996 01000468ef8fcb fdfafa00',
    high422: '017a000dffe1001b677a000dbcd941519e222f011000000300100000030320f1429960 01000468ef8fcb fef8f800',
    high444: '01f4000dffe1001b67f4000d919b282a33c7c5e022000003000200000300641e28532c 01000668ef8f192190ff f8f800',
    scalingMatrices: '0164001effe1001a6764001eacd940a02ff97011000003000100000300320f162d96 01000568ef8fcc03 fdf8f800',
    coloursAndHrd:
      '0164001effe100296764001eacd940a02ff97016a020202800000300080000030193020007a12000f427261803c58b6580 01000468efbcb0 fdf8f800',
    anamorphic: '0164001effe1001d6764001eacd940b4126ffc010000b440000003004000000c83c58b6580 01000468ef8fcb fdf8f800',
    lengthsOfOneByte: avcRecord.toString('hex').replace('014d400aff', '014d400afc'),
    lengthsOfThreeBytes: avcRecord.toString('hex').replace('014d400aff', '014d400afe'),
    // Written by hand: a parameter set longer than the record, and no set at all.
    missingSet: '014d400affe1ffff67',
    noSet: '014d400affe000',
  }),
  hevc: read({
    main: hevcRecord.toString('hex'),
    main180:
      '0101600000009000000000003cf000fcfdf8f800000f03 2000010018 40010c01ffff01600000030090000003000003003c95940921000100 2b42010101600000030090000003000003003ca00a080c1f3e595952930bc05a020000030002000003003210 22000100064401c073c189',
    main10:
      '0102200000009000000000003cf000fcfdfafa00000f03 2000010018 40010c01ffff02200000030090000003000003003c95940921000100 2b42010102200000030090000003000003003ca00a880c1c44cd965654a4c2f0168080000003008000000c84 22000100064401c073c189',
    full444:
      '0104080000009e08000000003cf000fcfff8f800000f03 2000010017 40010c01ffff0408000003009e0800000300003c95940921000100 2b4201010408000003009e0800000300003c9001410183e372caca94985e02d01000000300100000030190 8022000100084401c073183018 90',
    // Written by hand: an array of supplemental information, no arrays, version 0.
    withSupplement: `${hevcRecord.toString('hex').replace('000f03', '000f04')} 270001 0004 4e010501`,
    noArrays: `${hevcRecord.subarray(0, 22).toString('hex')}00`,
    versionZero: `00${hevcRecord.subarray(1).toString('hex')}`,
  }),
  av1: read({
    main: av1Record.toString('hex'),
    main180: '81000c00 0a0b000000043d06d4daf90040',
    tenBits: '81004c00 0a0b000000043cfeccdaf94040',
    full444: '81200000 0a0a200000043cfeccdaf902',
    withoutHeader: '81000c00',
    // Written by hand: metadata before the header, a length of five bytes, a still picture.
    metadataFirst: '81000c00 2a020102 0a0b000000043d06d4daf90040',
    longLength: '81000c00 0a8b80808000 000000043d06d4daf90040',
    stillPicture: '81000c00 0a061815fffc0008',
  }),
  opus: read({
    stereo: opusHeader.toString('hex'),
    // RFC 7845 section 5.1, written by hand: 5.1 with its mapping, mono with gain, an unsupported family, no channels.
    surround: '4f70757348656164 01 06 3801 80bb0000 0000 01 04 02 000401020305',
    monoWithGain: '4f70757348656164 01 01 3801 44ac0000 00fe 00',
    ambisonics: '4f70757348656164 01 04 3801 80bb0000 0000 02 04 00 00010203',
    noChannels: '4f70757348656164 01 00 3801 80bb0000 0000 00',
    nextVersion: '4f70757348656164 10 02 3801 80bb0000 0000 00',
  }),
  aac: read({
    lowComplexity: aacConfig.toString('hex'),
    stereo48: '119056e500',
    stereo22: '139056e500',
    surround: '11b056e500',
    quadByProgramConfig: '118004c4040021100d4c61766335392e33372e31303056e500',
    // ISO/IEC 14496-3 section 1.6.2.1, written by hand: SBR before and after the core, PS, an explicit rate, frames of 960 samples.
    sbrBefore: '2b118800',
    sbrAfter: '131056e598',
    psBefore: 'eb098800',
    psAfter: '130856e59d4880',
    explicitRate: '17805dc010',
    shortFrames: '118c',
    main: '0a10',
    enhancedLowDelay: 'f8e8 5000',
    reservedRate: '169000',
  }),
}

function read<Name extends string>(seeds: Record<Name, string>): Record<Name, Buffer> {
  const entries = Object.entries<string>(seeds)
  return Object.fromEntries(
    entries.map(([name, hex]) => [name, Buffer.from(hex.replaceAll(' ', ''), 'hex')]),
  ) as Record<Name, Buffer>
}
