import { inLanguage } from '../../language/in-language.ts'

/** The chapters of a replay, below its picture. */
export const chapterTexts = inLanguage({
  en: {
    title: 'Chapters',
    edit: 'Edit chapters',
    add: 'Add chapters',
    none: 'Mark where something begins: viewers see it on the bar and find it in a list.',
  },
  es: {
    title: 'Capítulos',
    edit: 'Editar capítulos',
    add: 'Añadir capítulos',
    none: 'Marca dónde empieza algo: los espectadores lo ven en la barra y lo encuentran en una lista.',
  },
})
