import styles from '../operating.module.css'

/** One choice of several, each with what it means. */
export function Choices<Choice extends string>({
  name,
  title,
  choices,
  labels,
  hints,
  chosen,
  onChoose,
  isPossible = () => true,
}: {
  /** Of the group of radio buttons. */
  name: string
  title: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  hints: Record<Choice, string>
  chosen: Choice
  onChoose: (choice: Choice) => void
  isPossible?: (choice: Choice) => boolean
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{title}</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={chosen === choice}
            disabled={!isPossible(choice)}
            onChange={() => onChoose(choice)}
          />
          <span>
            {labels[choice]}
            <span className={`${styles.hint} ${styles.effect}`}>{hints[choice]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
