import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { inLanguage } from './language/in-language.ts'

const deletedInEnglish: Record<StoredGroup, string> = {
  account: 'Sessions and stream key',
  channel: 'Title, description and tags of your channel',
  follows: 'Channels you follow, and who follows you',
  chat: 'What you have said in every chat, and the whole chat of your channel with its rules',
  broadcasts: 'The list of your broadcasts and their statistics',
  recordings: 'Your recordings with all clips of them, and the clips you have made',
  announcements: 'Settings and records of your announcements',
  tips: 'Records of tips you have received',
  tools: 'Overlay and webhooks',
  moderation: 'Bans and the log of moderation of your channel',
}
const keptInEnglish: Record<StoredGroup, string> = {
  ...deletedInEnglish,
  announcements: 'Your posts on the chain: nobody can delete them',
  tips: 'Tips you have sent: they are on the chain, and in the records of their receivers',
  moderation:
    'Bans by other channels, reports, and what the people who run this site have decided, also about open reports and appeals',
}

/** Downloading and deleting what the site holds on its users. */
export const privacyTexts = inLanguage({
  en: {
    heading: 'Your data',
    about:
      'Download all that this site holds on you as a file (JSON), or delete it. Both need a signature of your wallet. Your Hive account itself stays.',
    download: 'Download my data',
    downloading: 'Preparing your file',
    downloadFailed: 'Your data could not be downloaded.',
    delete: 'Delete my data',
    deleteOf: (username: string) => `Delete the data of @${username}`,
    deleting: 'Deleting your data',
    deleteFailed: 'Your data could not be deleted.',
    loading: 'Counting your data',
    loadFailed: 'Your data could not be counted.',
    live: 'You are live, or were a minute ago. Stop your encoder, wait a minute, and come back.',
    isDeleted: 'Will be deleted',
    stays: 'Kept',
    deleted: deletedInEnglish,
    kept: keptInEnglish,
    records: (count: string, rows: number) => (rows === 1 ? '1 record' : `${count} records`),
    noReturn:
      'You are logged out everywhere at once, and the rest is gone within minutes. Nobody can bring it back. Posts, votes and transfers on the chain stay there.',
    confirm: (username: string) => `Type ${username} to confirm`,
    cancel: 'Cancel',
    done: 'Your data are being deleted',
    doneText:
      'You are logged out everywhere, and within a few minutes your data are gone. After that you can log in again and start over. Posts, votes and transfers on the chain stay there.',
  },
  es: {
    heading: 'Tus datos',
    about:
      'Descarga en un archivo (JSON) todo lo que este sitio guarda sobre ti, o bórralo. Para ambas cosas hace falta una firma de tu monedero. Tu cuenta de Hive no cambia.',
    download: 'Descargar mis datos',
    downloading: 'Preparando tu archivo',
    downloadFailed: 'No se pudieron descargar tus datos.',
    delete: 'Borrar mis datos',
    deleteOf: (username) => `Borrar los datos de @${username}`,
    deleting: 'Borrando tus datos',
    deleteFailed: 'No se pudieron borrar tus datos.',
    loading: 'Contando tus datos',
    loadFailed: 'No se pudieron contar tus datos.',
    live: 'Estás en directo, o lo estabas hace un minuto. Detén tu codificador, espera un minuto y vuelve.',
    isDeleted: 'Esto se borra',
    stays: 'Esto se queda',
    deleted: {
      account: 'Sesiones y clave de transmisión',
      channel: 'Título, descripción y etiquetas de tu canal',
      follows: 'Los canales que sigues y quiénes te siguen',
      chat: 'Lo que has dicho en todos los chats, y todo el chat de tu canal con sus reglas',
      broadcasts: 'La lista de tus transmisiones y sus estadísticas',
      recordings: 'Tus grabaciones con todos sus clips, y los clips que has hecho',
      announcements: 'Ajustes y registros de tus anuncios',
      tips: 'Registros de las propinas recibidas',
      tools: 'Overlay y webhooks',
      moderation: 'Expulsiones y registro de moderación de tu canal',
    },
    kept: {
      account: 'Sesiones y clave de transmisión',
      channel: 'Título, descripción y etiquetas de tu canal',
      follows: 'Los canales que sigues y quiénes te siguen',
      chat: 'Lo que has dicho en los chats',
      broadcasts: 'La lista de tus transmisiones y sus estadísticas',
      recordings: 'Tus grabaciones y clips',
      announcements: 'Tus publicaciones en la cadena: nadie puede borrarlas',
      tips: 'Las propinas que has enviado: están en la cadena y en los registros de quienes las recibieron',
      tools: 'Overlay y webhooks',
      moderation:
        'Expulsiones de otros canales, reportes y lo que decidieron quienes gestionan este sitio, también sobre reportes y apelaciones abiertos',
    },
    records: (count, rows) => (rows === 1 ? '1 registro' : `${count} registros`),
    noReturn:
      'Se cierra tu sesión en todas partes al momento, y lo demás desaparece en minutos. Nadie puede recuperarlo. Las publicaciones, los votos y las transferencias siguen en la cadena.',
    confirm: (username) => `Escribe ${username} para confirmar`,
    cancel: 'Cancelar',
    done: 'Tus datos se están borrando',
    doneText:
      'Se cerró tu sesión en todas partes y en unos minutos tus datos ya no estarán. Después puedes volver a iniciar sesión y empezar de nuevo. Las publicaciones, los votos y las transferencias siguen en la cadena.',
  },
})
