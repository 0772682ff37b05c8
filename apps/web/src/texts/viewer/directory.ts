import { inLanguage } from '../language/in-language.ts'

/** The directory (rules DIR). */
export const directoryTexts = inLanguage({
  en: {
    directory: 'Stream Directory',
    searchLabel: 'Search streams, users, or categories',
    searchPlaceholder: 'Search streams, users, or categories...',
    category: 'Category',
    allCategories: 'All Categories',
    language: 'Stream language',
    allLanguages: 'All Languages',
    liveCount: (count: number) => `${count} live`,
    withoutTag: (tag: string) => `Remove the tag ${tag}`,
    sortBy: 'Sort by',
    sorts: { viewers: 'Viewers', username: 'Username', title: 'Title' },
    found: (count: number) => `${count} stream(s) found`,
    streams: 'Streams',
    noneFound: 'No streams found',
    adjustSearch: 'Try adjusting your search criteria or check back later.',
  },
  es: {
    directory: 'Directorio de transmisiones',
    searchLabel: 'Busca transmisiones, usuarios o categorías',
    searchPlaceholder: 'Busca transmisiones, usuarios o categorías...',
    category: 'Categoría',
    allCategories: 'Todas las categorías',
    language: 'Idioma de la transmisión',
    allLanguages: 'Todos los idiomas',
    liveCount: (count) => `${count} en vivo`,
    withoutTag: (tag) => `Quitar la etiqueta ${tag}`,
    sortBy: 'Ordenar por',
    sorts: { viewers: 'Espectadores', username: 'Usuario', title: 'Título' },
    found: (count) => (count === 1 ? '1 transmisión encontrada' : `${count} transmisiones encontradas`),
    streams: 'Transmisiones',
    noneFound: 'No se encontraron transmisiones',
    adjustSearch: 'Prueba con otra búsqueda o vuelve más tarde.',
  },
})
