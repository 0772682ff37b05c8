/** Copies with the clipboard, or by selecting `field` where the browser offers none (plain http). Returns whether it succeeded. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return field !== null && copySelected(field)
  }
}

function copySelected(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const isMasked = field instanceof HTMLInputElement && field.type === 'password'
  // Browsers do not copy from a masked field. It is masked again before the next frame is painted.
  if (isMasked) field.type = 'text'
  field.select()
  const isCopied = document.execCommand('copy')
  if (isMasked) field.type = 'password'
  return isCopied
}
