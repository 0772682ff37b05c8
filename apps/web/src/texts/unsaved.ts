import { inLanguage } from './language/in-language.ts'

/** A form of settings of which something is not saved yet. */
export const unsavedTexts = inLanguage({
  en: {
    changes: (count: number) => (count === 1 ? '1 change is not saved' : `${count} changes are not saved`),
    wrong: (count: number) => (count === 1 ? '1 field is wrong' : `${count} fields are wrong`),
    save: 'Save',
    saving: 'Saving…',
    discard: 'Discard',
  },
  es: {
    changes: (count) => (count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`),
    wrong: (count) => (count === 1 ? '1 campo está mal' : `${count} campos están mal`),
    save: 'Guardar',
    saving: 'Guardando…',
    discard: 'Descartar',
  },
})
