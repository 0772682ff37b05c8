/** The bytes of a file that the user has chosen. */
export async function readFile(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
