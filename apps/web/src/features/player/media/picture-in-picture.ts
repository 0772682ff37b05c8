export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true
}

export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // The browser refuses until the first frame is shown; the next press works.
  }
}
