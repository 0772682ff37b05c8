/** Copies with the clipboard, or by selecting `field` where the browser offers none (plain http). Returns whether it succeeded. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return field !== null && document.execCommand('copy')
  }
}
