import { useEffect, useState } from 'react'
import type { WindowSize } from './overlay-scale.ts'

export function useWindowSize(): WindowSize {
  const [size, setSize] = useState(read)
  useEffect(() => {
    const update = () => setSize(read())
    addEventListener('resize', update)
    return () => removeEventListener('resize', update)
  }, [])
  return size
}

function read(): WindowSize {
  return { width: innerWidth, height: innerHeight }
}
