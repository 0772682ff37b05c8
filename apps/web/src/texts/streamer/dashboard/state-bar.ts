import { inLanguage } from '../../language/in-language.ts'

/** The line at the top of the dashboard that says what the broadcast does. */
export const stateBarTexts = inLanguage({
  en: {
    label: 'Your broadcast',
    states: {
      reconnecting: 'Reconnecting',
      stopped: 'Stopped',
      starting: 'Starting',
    },
    startingNext: 'You will be live in a moment',
    endsIn: (seconds: string) => `ends in ${seconds} s`,
    measuring: '– kbit/s',
    good: 'Good signal',
    problems: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
    toFindings: 'What the signal needs',
  },
  es: {
    label: 'Tu transmisión',
    states: {
      reconnecting: 'Reconectando',
      stopped: 'Detenida',
      starting: 'Empezando',
    },
    startingNext: 'En vivo en un momento',
    endsIn: (seconds) => `termina en ${seconds} s`,
    measuring: '– kbit/s',
    good: 'Buena señal',
    problems: (count) => (count === 1 ? '1 problema' : `${count} problemas`),
    toFindings: 'Lo que la señal necesita',
  },
})
