import { Button } from './button.tsx'

/** Below a list that has more than it shows. */
export function MoreButton({ isLoading, onClick, text }: { isLoading: boolean; onClick: () => void; text: string }) {
  return (
    <div>
      <Button disabled={isLoading} onClick={onClick}>
        {text}
      </Button>
    </div>
  )
}
