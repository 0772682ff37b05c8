/** Copies through the clipboard, or by selecting `field` where the browser has none (plain http). Returns whether it worked. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return field !== null && document.execCommand('copy')
  }
}
