/** Downloads bytes as a file. */
export function saveFile(name: string, bytes: Uint8Array, type: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the download has read the data.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
