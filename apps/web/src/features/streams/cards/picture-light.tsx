import { useEffect, useRef } from 'react'

/** In pixels. Enlarged to a stage, a picture this small has only its colours left. */
const smallest = { width: 16, height: 9 }
/** Where the colours are enlarged smoothly; the style sheet does the rest. */
const drawn = { width: 128, height: 72 }

/**
 * The colours of a picture, without its shapes. Much cheaper than a blurred image, which on a slow device takes longer to paint than
 * everything else on the page.
 */
export function PictureLight({ src, className }: { src: string; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => canvas.current && drawColours(image, canvas.current)
    image.src = src
    return () => {
      image.onload = null
    }
  }, [src])
  return <canvas ref={canvas} className={className} {...drawn} />
}

/** In steps, because some browsers read only four pixels of the source for one of the result. */
function drawColours(image: HTMLImageElement, canvas: HTMLCanvasElement): void {
  const steps = [{ width: 64, height: 36 }, smallest].map((size) =>
    Object.assign(document.createElement('canvas'), size),
  )
  let source: CanvasImageSource = image
  for (const step of [...steps, canvas]) {
    const context = step.getContext('2d')
    if (!context) return
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, 0, 0, step.width, step.height)
    source = step
  }
}
