import { type ErrorCode, errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'

/** The server's refusals, by code. The server sends the English sentences itself. */
const spanish: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'La solicitud no es válida',
  invalid_username: 'Escribe un nombre de usuario de Hive válido',
  unsupported_method: "Solo se admite el método de inicio de sesión 'keychain'",
  authentication_required: 'Inicia sesión primero',
  session_invalid: 'Tu sesión terminó. Inicia sesión de nuevo.',
  session_not_found: 'Esta sesión ya había terminado',
  challenge_invalid: 'Esta solicitud de inicio de sesión no es válida aquí. Inténtalo de nuevo.',
  challenge_expired: 'Esta solicitud de inicio de sesión caducó. Inténtalo de nuevo.',
  challenge_used: 'Esta solicitud de inicio de sesión ya se usó. Inténtalo de nuevo.',
  signature_invalid: 'La verificación de la firma falló',
  address_not_found: 'Esta cuenta no ha transmitido desde allí en los últimos días',
  address_minutes:
    'Di durante cuánto tiempo: una dirección se prohíbe como mucho tantos días como el sitio guarda direcciones',
  account_silenced: 'Quienes gestionan este sitio no te dejan publicar textos{end}. Motivo: {why}',
  still_live: 'Estás en directo. Detén tu codificador, espera un minuto y borra tus datos después',
  being_deleted: 'Tus datos se están borrando. Vuelve a iniciar sesión dentro de dos minutos',
  data_download_busy: 'Tus datos ya se están descargando. Espera a que termine',
  not_your_account: 'Iniciaste sesión con otra cuenta',
  token_in_address: 'La clave de la sesión no debe estar en la dirección',
  hls_token_required: 'Se necesita un permiso para ver esta transmisión',
  hls_token_expired: 'El permiso para ver esta transmisión caducó',
  hls_token_invalid: 'El permiso no es válido para esta transmisión',
  download_refused: 'Este canal no ofrece sus transmisiones para descargar',
  downloads_busy:
    'Hay demasiadas descargas en curso. Espera a que termine alguna o vuelve a intentarlo en unos minutos',
  cut_empty: 'El final del corte debe estar después de su inicio',
  cut_everything: 'No quedaría nada. Mejor borra la grabación',
  chapters_too_many: 'Una transmisión tiene como máximo 100 capítulos. Quita alguno primero',
  chapters_too_close: 'Entre el inicio de un capítulo y el del siguiente deben pasar al menos 10 segundos',
  chapter_not_recorded: 'Un capítulo debe empezar dentro de lo grabado de la transmisión',
  clip_not_found: 'Este clip ya no está',
  clip_length: 'Un clip dura entre 5 y 90 segundos',
  clip_not_recorded: 'Esta parte de la transmisión no está grabada',
  clip_refused: 'Este canal no te permite hacer clips',
  clip_followers_only: 'Aquí solo los seguidores pueden hacer clips. Sigue el canal para participar',
  clip_banned: 'Estás expulsado de este canal y no puedes hacer clips de él',
  clip_too_many: 'Ya tienes todos los clips que puedes tener. Borra alguno primero',
  clip_channel_full: 'Este canal ya tiene todos los clips que puede tener',
  stream_not_found: 'No se encontró la transmisión',
  not_found: 'No encontrado',
  method_not_allowed: 'Método no permitido',
  body_too_large: 'La solicitud es demasiado grande',
  unsupported_media_type: 'Envía JSON con el tipo de contenido application/json',
  format_not_supported: 'Solo se admite el formato json',
  rate_limited: 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
  internal: 'Algo salió mal en el servidor. Inténtalo de nuevo. (Solicitud {requestId})',
  hive_unavailable: 'Ahora mismo no se puede acceder a la red Hive. Inténtalo de nuevo pronto.',
  overloaded: 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  follow_self: 'No puedes seguir tu propio canal',
  follow_no_account: 'No hay ninguna cuenta de Hive con este nombre',
  follow_too_many: 'Ya sigues todos los canales que puedes. Deja de seguir alguno primero',
  account_not_found: 'Esa cuenta de Hive no existe',
  post_not_found: 'No se encontró la publicación de la transmisión',
  not_live: 'Primero empieza a transmitir: no hay ninguna transmisión que anunciar',
  already_announced: 'Esta transmisión ya está anunciada',
  not_operating: 'Solo pueden hacerlo quienes gestionan este sitio',
  operators_only: 'Solo puede hacerlo un operador de este sitio',
  operating_proof_required: 'Tus permisos terminaron. Apruébalos de nuevo con tu monedero y repite lo que hiciste',
  operator_protected: 'Aquí no se puede actuar contra quienes gestionan el sitio',
  note_required: 'Explica el motivo en la nota: «otro» por sí solo no dice nada a la cuenta',
  action_in_effect: 'Esto ya está en vigor. Deshazlo primero para cambiarlo',
  action_not_found: 'Esta medida no existe',
  action_undone: 'Esta medida ya se deshizo o no se puede deshacer',
  approval_required: 'Todavía no puedes transmitir en este sitio. Pídelo en la página Clave de transmisión.',
  not_on_list: 'Aquí solo pueden transmitir las cuentas que eligieron quienes gestionan este sitio.',
  broadcaster_too_young:
    'Para transmitir en este sitio, tu cuenta de Hive debe tener {age} de antigüedad. Vuelve en {left}',
  broadcaster_reputation_too_low:
    'Para transmitir en este sitio, tu cuenta de Hive necesita una reputación de {needed}; la tuya es {yours}',
  account_unknown:
    'Hive no responde en este momento, así que no se pueden comprobar la antigüedad ni la reputación de tu cuenta. Inténtalo de nuevo en un minuto.',
  hours_used:
    'Has estado en directo {hours} h de las últimas 24, que es el máximo en este sitio. Puedes volver a transmitir a partir de {time}',
  too_many_broadcasts: 'Hay tantos canales en directo como permite este sitio: {count}. Inténtalo más tarde.',
  picture_too_large:
    'Este sitio admite {most}p como máximo y el codificador envía {height}p. Baja su resolución y empieza de nuevo.',
  bitrate_too_high:
    'El codificador envía más de {most} kbit/s, lo máximo que admite este sitio. Baja su tasa de bits y empieza de nuevo.',
  request_not_needed: 'No hay nada que pedir: puedes transmitir, o este sitio no acepta solicitudes',
  request_declined: 'Tu solicitud fue rechazada. Puedes pedirlo de nuevo a partir de {time}',
  request_closed: 'Otra persona ya decidió sobre esta solicitud',
  list_full: 'La lista está llena',
  private_site: 'Este sitio es para sus miembros: inicia sesión para verlo',
  not_a_member: 'Este sitio es para sus miembros, y tu cuenta no es uno de ellos',
  cannot_be_private: 'Este sitio no puede ser privado tal como está configurado: {reason}',
  too_many_invitations: 'Ya hay tantas invitaciones abiertas como puede haber. Revoca una primero',
  invitation_not_found: 'Esta invitación no está: se usó, se revocó o caducó',
  report_closed: 'Otra persona ya cerró este reporte',
  report_not_found: 'Este reporte no está, o ya no',
  report_taken: 'Otra persona se ocupa de este reporte',
  proof_of_work_invalid:
    'La comprobación contra avisos automáticos falló o es demasiado antigua. Envía el aviso otra vez',
  own_decision: 'Sobre una apelación decide otra persona que la que actuó',
  own_decision_proof_required:
    'Decides sobre tu propia medida porque no hay nadie más: firma la decisión con tu wallet',
  appeal_not_found: 'No existe esa apelación',
  appeal_decided: 'Esta apelación ya está resuelta',
  appeal_made: 'Ya apelaste contra esta decisión',
  appeal_too_late: 'Esta decisión ya no se puede apelar, o se deshizo',
  not_broadcasting: 'Este canal ya no está en directo',
  too_many_site_moderators: 'El sitio ya tiene todos los moderadores que puede tener',
  account_suspended: 'Quienes gestionan este sitio suspendieron tu cuenta{end}. Motivo: {why}',
  chat_suspended: 'Quienes gestionan este sitio no te dejan escribir en sus chats{end}. Motivo: {why}',
  settings_invalid: 'No se cambió nada. {problems}',
  panels_too_many: 'Un canal puede tener 8 paneles. Quita algunos y guarda de nuevo',
  panel_title_refused: 'Pon a cada panel un título de 1 a 60 caracteres',
  panel_text_too_long: 'El texto de un panel puede tener 600 caracteres. Acórtalo',
  panel_link_refused: 'El enlace de un panel debe empezar por https:// y tener 500 caracteres como máximo',
  schedule_full: 'Un canal puede planear 14 directos. Quita algunos y guarda de nuevo',
  schedule_time_refused: 'Elige una hora dentro de los próximos 90 días',
  time_zone_unknown: 'Este sitio no conoce la zona horaria. Usa una de la base de datos IANA, como Europe/Madrid',
  category_unknown: 'Este sitio no tiene esta categoría',
  setting_changed:
    'Otra persona cambió los mismos ajustes entretanto. Vuelve a cargar la página y repite lo que hiciste',
  broadcast_ended: 'Quienes gestionan este sitio terminaron esta transmisión',
  overlay_not_found: 'Esta dirección del overlay ya no funciona',
  push_off: 'Este sitio no envía avisos a navegadores',
  push_address_refused: 'Esta no es la dirección de un servicio de avisos que este sitio conozca',
  push_key_unknown: 'Esta suscripción se hizo con otra clave. Suscríbete de nuevo',
  push_full: 'Este sitio ya tiene todos los avisos que puede enviar',
  webhooks_off: 'Los webhooks están desactivados en este sitio',
  webhook_not_found: 'Este webhook ya no existe',
  webhook_too_many: 'El canal ya tiene todos los webhooks que puede tener',
  webhook_address_refused: 'No se puede usar esta dirección: debe empezar por https:// y nombrar un servidor público',
  chat_message_empty: 'Escribe algo primero',
  chat_message_too_long: 'Los mensajes tienen como máximo {max} caracteres; el tuyo tiene {length}',
  chat_too_many_lines: 'Los mensajes tienen como máximo {max} líneas. Une algunas y envíalo de nuevo',
  chat_banned: 'Estás expulsado de este chat{until}{reason}',
  chat_timed_out: 'Estás silenciado. Podrás escribir de nuevo en {seconds} s{reason}',
  chat_slow_mode: 'El modo lento está activado. Podrás escribir de nuevo en {seconds} s',
  chat_rate_limited: 'Envías mensajes demasiado rápido. Espera {seconds} s',
  chat_followers_only: 'Aquí solo pueden escribir los seguidores. Sigue el canal para participar',
  chat_followed_too_short:
    'Aquí solo pueden escribir quienes siguen el canal desde hace {minutes} min. Tú podrás en {rest} min',
  chat_emote_only: 'Ahora mismo solo se permiten emotes: emoji o :nombre:',
  chat_links_blocked: 'En este chat no se permiten enlaces. Quita el enlace y envíalo de nuevo',
  chat_account_too_young: 'Para escribir aquí, tu cuenta de Hive debe tener {age} de antigüedad. Vuelve en {left}',
  chat_reputation_too_low:
    'Para escribir aquí, tu cuenta de Hive necesita una reputación de {needed}; la tuya es {yours}',
  chat_word_blocked: 'Tu mensaje tiene una palabra que este canal bloquea. Cámbiala y envíalo de nuevo',
  chat_not_allowed: 'Solo el dueño y los moderadores de este canal pueden hacer esto',
  chat_owner_only: 'Solo el dueño de este canal puede hacer esto',
  chat_owner_protected: 'No se puede moderar al dueño del canal',
  chat_moderator_protected: 'Solo el dueño puede moderar a los moderadores',
  chat_self: 'No puedes hacerte esto a ti mismo',
  chat_already_banned: 'Este usuario ya está expulsado',
  chat_too_many_moderators: 'El canal ya tiene todos los moderadores que puede tener',
  chat_too_many_bans: 'El canal ya tiene todas las expulsiones que puede tener. Levanta alguna primero',
  chat_message_not_found: 'Este mensaje ya no está',
  chat_entry_not_found: 'Esta entrada del registro no está',
  chat_not_revertible: 'Esta acción ya no se puede deshacer',
  chat_room_unknown: 'El nombre de una sala es chat- seguido del canal',
  chat_too_many_sockets: 'Demasiadas ventanas de chat abiertas. Cierra una e inténtalo de nuevo',
  address_share_used:
    'Tu red ya usó su parte de lo que este sitio puede enviar. Podrá seguir cuando empiece el próximo día o mes del presupuesto (UTC)',
  traffic_spent:
    'Ya se usó todo lo que este sitio puede enviar. Seguirá cuando empiece el próximo día o mes de su presupuesto (UTC), o cuando su operador permita más',
  viewers_wait:
    'Lo que este sitio puede enviar está casi agotado, así que los nuevos espectadores esperan un lugar. Quienes ya están mirando siguen',
  members_only:
    'Lo que este sitio puede enviar está casi agotado. El resto es para quienes iniciaron sesión y siguen el canal',
  no_budget: 'Este sitio no tiene presupuesto. Define WAGGLE_EGRESS_BUDGET y vuelve a iniciarlo',
  edge_unknown: 'Solo puede hacerlo un servidor de borde de este sitio, que conoce su secreto',
  batch_out_of_order: 'Envía primero el lote que sigue al último que se contó',
  chat_protocol: 'El servidor del chat no entendió esto',
}

/** Placeholders for optional phrases: the pattern of the English phrase, and its translation. */
const phrases: Readonly<Record<string, { pattern: string; inSpanish: (phrase: string) => string }>> = {
  until: {
    pattern: '((?: for another .+?)?)',
    inSpanish: (phrase) => phrase.replace(/^ for another (.+)$/, ' durante $1 más').replace(' days ', ' días '),
  },
  reason: {
    pattern: '((?:\\. Reason: .+)?)',
    inSpanish: (phrase) => phrase.replace(/^\. Reason: /, '. Motivo: '),
  },
  end: { pattern: '((?: until .+?)?)', inSpanish: (phrase) => phrase.replace(' until ', ' hasta el ') },
  why: { pattern: '(.+?)', inSpanish: (reason) => reasonsInSpanish[reason] ?? reason },
  age: { pattern: '(.+?)', inSpanish: daysInSpanish },
  left: { pattern: '(.+?)', inSpanish: daysInSpanish },
}

/** Why the people who run a site act against an account (operating/actions.ts). */
const reasonsInSpanish: Readonly<Record<string, string>> = {
  'something against the law': 'algo contrario a la ley',
  'the work of others, shown without permission': 'obras ajenas sin permiso',
  'violence or threats': 'violencia o amenazas',
  'sexual content': 'contenido sexual',
  'a danger to children': 'un peligro para menores',
  'harassment or hatred': 'acoso u odio',
  'spam or deceit': 'spam o engaño',
  'pretending to be somebody else': 'suplantación de identidad',
  'a breach of the rules of this site': 'una infracción de las normas de este sitio',
}

function daysInSpanish(phrase: string): string {
  return phrase.replace(/ day(s?)$/, ' día$1')
}

/**
 * Reads the values from their places in the contract's sentence and fills the Spanish one with them. A sentence of another form is
 * returned unchanged, because it may say more than its code does.
 */
export function inSpanish(code: ErrorCode, sentence: string): string {
  // The server may be newer than the page.
  if (!Object.hasOwn(errors, code)) return sentence
  const values = readValues(errors[code].message, sentence)
  return values ? fill(spanish[code], values) : sentence
}

function readValues(template: string, sentence: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return phrases[name]?.pattern ?? '(.+?)'
  })
  const found = new RegExp(`^${pattern}$`, 's').exec(sentence)?.slice(1)
  if (!found) return undefined
  return Object.fromEntries(names.map((name, index) => [name, read(name, found[index] ?? '')]))
}

function read(name: string, value: string): string {
  return phrases[name]?.inSpanish(value) ?? value
}
