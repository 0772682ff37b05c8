/** Header fields and text of a mail of one part, as a reader sees them (RFC 2047, RFC 2045 6.7). */
export function readMail(mail: string): { headers: ReadonlyMap<string, string>; text: string } {
  const end = mail.indexOf('\n\n')
  const fields = mail
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    fields.map((field) => {
      const [name = '', ...value] = field.split(':')
      return [name.toLowerCase(), decodeWords(value.join(':').trim())] as const
    }),
  )
  return { headers, text: decodeBody(mail.slice(end + 2), headers.get('content-transfer-encoding') ?? '7bit') }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\n/g, '')) : body
}

/** Encoded words that follow each other are one text: the space between them is not part of it. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, how: string, text: string) =>
      how.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
