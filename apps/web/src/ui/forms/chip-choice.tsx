/** One of a few, as chips beside each other. `className` lays them out: `chip-row` is one line that scrolls, `cluster` wraps. */
export function ChipChoice<Value extends string | number>({
  label,
  choices,
  chosen,
  className = 'cluster',
  onChoose,
}: {
  label: string
  /** Each with its words, in order. */
  choices: readonly (readonly [Value, string])[]
  chosen: Value
  className?: string | undefined
  onChoose: (value: Value) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={className} role="group" aria-label={label}>
      {choices.map(([value, words]) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </button>
      ))}
    </div>
  )
}
