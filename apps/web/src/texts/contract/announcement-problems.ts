import { announcementProblems as english } from '@waggle/contract/hive/announcement-problems'
import { inLanguage } from '../language/in-language.ts'

/** Why a broadcast was not announced, by the problem's code. `{poster}` is the announcing account. */
export const announcementProblems = inLanguage({
  en: english,
  es: {
    no_authority:
      'Sin anunciar: @{poster} no tiene permiso de publicación en tu cuenta. Otórgaselo o publica tú el anuncio.',
    not_enough_rc:
      'Aún sin anunciar: tu cuenta tiene muy pocos créditos de recursos para publicar. Se recuperan solos; con más HIVE Power tendrás más.',
    five_minutes: 'En espera: Hive permite una publicación cada cinco minutos, y tu cuenta acaba de hacer una.',
    hive_unavailable:
      'En espera: ahora mismo no se puede acceder a la red Hive. El anuncio se publicará en cuanto sea posible.',
    no_poster_key:
      'Sin anunciar: este sitio no tiene la clave de @{poster}. Publica tú el anuncio o pregunta a quien lo administra.',
    poster_key_refused:
      'Sin anunciar: Hive no acepta la clave de @{poster}. Publica tú el anuncio o pregunta a quien lo administra.',
    refused: 'Sin anunciar: Hive rechazó la publicación. Revisa las etiquetas, la comunidad y los beneficiarios.',
    ended: 'Sin anunciar: la transmisión terminó antes de que se pudiera publicar.',
    not_updated: 'Anunciada, pero no se pudo actualizar la publicación al final de la transmisión.',
  },
})
