import styles from '../operating.module.css'

/** One choice of several, each with what it means. */
export function Choices<Choice extends string>({
  name,
  title,
  hint,
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
  hint: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  hints: Record<Choice, string>
  chosen: Choice
  onChoose: (choice: Choice) => void
  isPossible?: (choice: Choice) => boolean
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>
        <h2>{title}</h2>
      </legend>
      <p className={styles.hint}>{hint}</p>
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
