import { inLanguage } from '../../language/in-language.ts'

/** The dashboard's tab with the recordings of the channel. */
export const recordingTexts = inLanguage({
  en: {
    settings: 'Recording settings',
    settingsLoading: 'Loading the settings',
    settingsFailed: 'The settings could not be loaded.',
    record: 'Record my broadcasts',
    recordHint: 'Takes effect when your next broadcast begins.',
    publish: 'Publish at once',
    publishHint: 'When a broadcast is over, everybody can watch it. Otherwise only you can, until you publish it.',
    offerDownload: 'Let viewers download',
    offerDownloadHint: 'Whoever may watch a replay may also download it as a file. You always can.',
    whoMayClip: 'Who may make clips',
    whoMayClipHint: 'You always can. You and your moderators can delete every clip of your channel.',
    mayClip: {
      everyone: 'Everybody who is logged in',
      followers: 'Followers and moderators',
      moderators: 'Moderators',
      nobody: 'Only you',
    },
    keep: 'Keep replays for',
    keepHint: 'Older ones are deleted. Pinned ones stay for as long as this site keeps replays.',
    keepMax: (days: number) => `${days} days (the most here)`,
    keepDays: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    used: (size: string) => `Your recordings take ${size}.`,
    room: 'Room for recordings',
    usedOf: (size: string, max: string) =>
      `Your recordings take ${size} of ${max}. When there is no more room, the oldest that are not pinned are deleted.`,
    leavingByAge: (count: number) =>
      count === 1
        ? 'One of your replays will be deleted within two days, because it has been kept for long enough.'
        : `${count} of your replays will be deleted within two days, because they have been kept for long enough.`,
    leavingBySize: (count: number) =>
      count === 1
        ? 'There is little room left for recordings: your oldest replay will be deleted next.'
        : `There is little room left for recordings: your ${count} oldest replays will be deleted next.`,
    leavingAdvice: 'See your recordings',
    saved: 'Saved.',
    saveFailed: 'This could not be saved',
    list: 'Recordings',
    running: 'Being recorded',
    listLoading: 'Loading your recordings',
    listFailed: 'Your recordings could not be loaded.',
    none: 'There are no recordings yet. A broadcast appears here once it is over.',
    search: 'Search your recordings',
    searchHint: 'Search by title…',
    found: (count: number, hasMore: boolean) =>
      hasMore ? `The first ${count} found` : count === 1 ? '1 recording found' : `${count} recordings found`,
    show: 'Show',
    shows: {
      all: 'All recordings',
      public: 'Public',
      private: 'Only for you',
      pinned: 'Pinned',
      leaving: 'Deleted soon',
    },
    order: 'Order',
    orders: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      longest: 'Longest first',
      largest: 'Largest first',
      watched: 'Most watched first',
    },
    noneFound: (words: string) => `None of your recordings has “${words}” in its title.`,
    noneFoundShown: (words: string) => `None of the recordings that you chose to see has “${words}” in its title.`,
    noneShown: {
      all: '',
      public: 'None of your recordings is public.',
      private: 'None of your recordings is only for you.',
      pinned: 'None of your recordings is pinned.',
      leaving: 'None of your recordings is deleted soon.',
    },
    showAll: 'Show all recordings',
    more: 'Show more',
    choose: (title: string) => `Select “${title}”`,
    published: 'Public',
    unpublished: 'Only for you',
    pinned: 'Pinned',
    expiresOn: (day: string) => `Expires ${day}`,
    publishNow: 'Publish',
    unpublish: 'Unpublish',
    pin: 'Pin',
    unpin: 'Unpin',
    moreOf: (title: string) => `More for “${title}”`,
    edit: 'Edit title and picture',
    title: 'Title',
    titleHint: 'Empty: the title that the broadcast had.',
    picture: 'Picture',
    pictureHint: 'Stands for the recording in lists and in previews of links. There is one about every 30 seconds.',
    save: 'Save',
    cancel: 'Cancel',
    remove: 'Delete',
    removeTitle: 'Delete the recording',
    removeQuestion: (title: string) =>
      `Delete “${title}” for good? Nobody can watch it from that moment on, and its files are deleted within seconds. Its clips are deleted too.`,
    removed: 'The recording has been deleted.',
    removeFailed: 'The recording could not be deleted',
  },
  es: {
    settings: 'Ajustes de grabación',
    settingsLoading: 'Cargando los ajustes',
    settingsFailed: 'No se pudieron cargar los ajustes.',
    record: 'Grabar mis transmisiones',
    recordHint: 'Se aplica cuando empiece tu próxima transmisión.',
    publish: 'Publicar al terminar',
    publishHint:
      'Cuando termina una transmisión, todos pueden verla. Si no, solo puedes verla tú hasta que la publiques.',
    offerDownload: 'Permitir descargas',
    offerDownloadHint: 'Quien puede ver una grabación también puede descargarla como archivo. Tú siempre puedes.',
    whoMayClip: 'Quién puede hacer clips',
    whoMayClipHint: 'Tú siempre puedes. Tú y tus moderadores podéis borrar cualquier clip de tu canal.',
    mayClip: {
      everyone: 'Quien haya iniciado sesión',
      followers: 'Seguidores y moderadores',
      moderators: 'Moderadores',
      nobody: 'Solo tú',
    },
    keep: 'Guardar las grabaciones durante',
    keepHint: 'Las más antiguas se borran. Las fijadas quedan mientras este sitio guarde grabaciones.',
    keepMax: (days) => `${days} días (el máximo aquí)`,
    keepDays: (days) => (days === 1 ? '1 día' : `${days} días`),
    used: (size) => `Tus grabaciones ocupan ${size}.`,
    room: 'Espacio para grabaciones',
    usedOf: (size, max) =>
      `Tus grabaciones ocupan ${size} de ${max}. Cuando no queda espacio, se borran las más antiguas que no estén fijadas.`,
    leavingByAge: (count) =>
      count === 1
        ? 'Una de tus grabaciones se borrará en dos días, porque ya se ha guardado el tiempo previsto.'
        : `${count} de tus grabaciones se borrarán en dos días, porque ya se han guardado el tiempo previsto.`,
    leavingBySize: (count) =>
      count === 1
        ? 'Queda poco espacio para grabaciones: tu grabación más antigua será la próxima en borrarse.'
        : `Queda poco espacio para grabaciones: tus ${count} grabaciones más antiguas serán las próximas en borrarse.`,
    leavingAdvice: 'Ver tus grabaciones',
    saved: 'Guardado.',
    saveFailed: 'No se pudo guardar',
    list: 'Grabaciones',
    running: 'Grabando',
    listLoading: 'Cargando tus grabaciones',
    listFailed: 'No se pudieron cargar tus grabaciones.',
    none: 'Todavía no hay grabaciones. Una transmisión aparece aquí cuando termina.',
    search: 'Busca en tus grabaciones',
    searchHint: 'Busca por título…',
    found: (count, hasMore) =>
      hasMore
        ? `Las primeras ${count} encontradas`
        : count === 1
          ? '1 grabación encontrada'
          : `${count} grabaciones encontradas`,
    show: 'Mostrar',
    shows: {
      all: 'Todas las grabaciones',
      public: 'Públicas',
      private: 'Solo para ti',
      pinned: 'Fijadas',
      leaving: 'Se borran pronto',
    },
    order: 'Orden',
    orders: {
      newest: 'Más recientes primero',
      oldest: 'Más antiguas primero',
      longest: 'Más largas primero',
      largest: 'Más grandes primero',
      watched: 'Más vistas primero',
    },
    noneFound: (words) => `Ninguna de tus grabaciones tiene «${words}» en el título.`,
    noneFoundShown: (words) => `Ninguna de las grabaciones que elegiste ver tiene «${words}» en el título.`,
    noneShown: {
      all: '',
      public: 'Ninguna de tus grabaciones es pública.',
      private: 'Ninguna de tus grabaciones es solo para ti.',
      pinned: 'Ninguna de tus grabaciones está fijada.',
      leaving: 'Ninguna de tus grabaciones se borra pronto.',
    },
    showAll: 'Mostrar todas las grabaciones',
    more: 'Mostrar más',
    choose: (title) => `Seleccionar «${title}»`,
    published: 'Pública',
    unpublished: 'Solo para ti',
    pinned: 'Fijada',
    expiresOn: (day) => `Caduca el ${day}`,
    publishNow: 'Publicar',
    unpublish: 'Dejar de publicar',
    pin: 'Fijar',
    unpin: 'Dejar de fijar',
    moreOf: (title) => `Más de «${title}»`,
    edit: 'Editar título e imagen',
    title: 'Título',
    titleHint: 'Vacío: el título que tenía la transmisión.',
    picture: 'Imagen',
    pictureHint:
      'Representa la grabación en las listas y en las vistas previas de enlaces. Hay una cada 30 segundos, más o menos.',
    save: 'Guardar',
    cancel: 'Cancelar',
    remove: 'Borrar',
    removeTitle: 'Borrar la grabación',
    removeQuestion: (title) =>
      `¿Borrar «${title}» para siempre? Desde ese momento nadie podrá verla, y sus archivos se borran en segundos. Sus clips también se borran.`,
    removed: 'La grabación se ha borrado.',
    removeFailed: 'No se pudo borrar la grabación',
  },
})

/** Deleting several recordings together. */
export const severalRecordingsTexts = inLanguage({
  en: {
    select: 'Select',
    endSelecting: 'Done',
    chooseAll: 'Select all',
    chooseListed: (count: number) => `Select the ${count} listed`,
    chosen: (count: number) => `${count} selected`,
    removeChosen: (count: number) => `Delete ${count}`,
    title: (count: number) => (count === 1 ? 'Delete the recording' : `Delete ${count} recordings`),
    question: (count: number, length: string, size: string) =>
      count === 1
        ? `Delete this recording for good? It plays ${length} and takes ${size}. Nobody can watch it from that moment on, and its files are deleted within seconds. Its clips are deleted too.`
        : `Delete these ${count} recordings for good? Together they play ${length} and take ${size}. Nobody can watch them from that moment on, and their files are deleted within seconds. Their clips are deleted too.`,
    pinned: (count: number) => (count === 1 ? 'One of them is pinned.' : `${count} of them are pinned.`),
    list: 'What is deleted',
    remove: (count: number) => (count === 1 ? 'Delete it' : `Delete ${count} recordings`),
    cancel: 'Cancel',
    progress: (done: number, count: number) => `${done} of ${count} done.`,
    waiting: 'The site takes only so many changes a minute: it goes on in a moment.',
    stop: 'Stop',
    done: (count: number) =>
      count === 1 ? 'The recording has been deleted.' : `${count} recordings have been deleted.`,
    stopped: (done: number, count: number) => `Stopped: ${done} of ${count} recordings have been deleted.`,
    failed: (left: number, count: number, reason: string) =>
      `${count - left} of ${count} have been deleted. ${left === 1 ? 'This one is' : `These ${left} are`} still there: ${reason}`,
    noReason: 'the site could not delete them. Please try again.',
  },
  es: {
    select: 'Seleccionar',
    endSelecting: 'Listo',
    chooseAll: 'Seleccionar todas',
    chooseListed: (count) => `Seleccionar las ${count} de la lista`,
    chosen: (count) => (count === 1 ? '1 seleccionada' : `${count} seleccionadas`),
    removeChosen: (count) => `Borrar ${count}`,
    title: (count) => (count === 1 ? 'Borrar la grabación' : `Borrar ${count} grabaciones`),
    question: (count, length, size) =>
      count === 1
        ? `¿Borrar esta grabación para siempre? Dura ${length} y ocupa ${size}. Desde ese momento nadie podrá verla, y sus archivos se borran en segundos. Sus clips también se borran.`
        : `¿Borrar estas ${count} grabaciones para siempre? Juntas duran ${length} y ocupan ${size}. Desde ese momento nadie podrá verlas, y sus archivos se borran en segundos. Sus clips también se borran.`,
    pinned: (count) => (count === 1 ? 'Una de ellas está fijada.' : `${count} de ellas están fijadas.`),
    list: 'Lo que se borra',
    remove: (count) => (count === 1 ? 'Borrarla' : `Borrar ${count} grabaciones`),
    cancel: 'Cancelar',
    progress: (done, count) => `${done} de ${count}.`,
    waiting: 'El sitio acepta un número limitado de cambios por minuto: seguirá en un momento.',
    stop: 'Parar',
    done: (count) => (count === 1 ? 'La grabación se ha borrado.' : `${count} grabaciones se han borrado.`),
    stopped: (done, count) => `Parado: ${done} de ${count} grabaciones se han borrado.`,
    failed: (left, count, reason) =>
      `${count - left} de ${count} se han borrado. ${left === 1 ? 'Esta sigue' : `Estas ${left} siguen`} ahí: ${reason}`,
    noReason: 'el sitio no pudo borrarlas. Inténtalo de nuevo.',
  },
})

/** Cutting the last minutes out of the recording of a broadcast that goes on. */
export const liveCutTexts = inLanguage({
  en: {
    title: 'Cut the last minutes out',
    howMuch: 'How much',
    choose: 'Choose how much',
    hint: 'For what nobody should see. You stay live; viewers can no longer rewind to it, and it is not in the replay. Whoever is watching now has already seen it.',
    minutes: (minutes: number) => (minutes === 1 ? 'The last minute' : `The last ${minutes} minutes`),
    question: (minutes: number) =>
      minutes === 1
        ? 'The last minute of the recording will be removed for good. Clips that show anything of it are deleted too.'
        : `The last ${minutes} minutes of the recording will be removed for good. Clips that show anything of them are deleted too.`,
    done: (minutes: number) =>
      minutes === 1 ? 'The last minute is cut out.' : `The last ${minutes} minutes are cut out.`,
  },
  es: {
    title: 'Recortar los últimos minutos',
    howMuch: 'Cuánto',
    choose: 'Elegir cuánto',
    hint: 'Para lo que nadie debería ver. Sigues en directo; los espectadores ya no pueden volver a ello y no estará en la grabación. Quien mira ahora ya lo ha visto.',
    minutes: (minutes) => (minutes === 1 ? 'El último minuto' : `Los últimos ${minutes} minutos`),
    question: (minutes) =>
      minutes === 1
        ? 'El último minuto de la grabación se quitará para siempre. También se borran los clips que muestren algo de él.'
        : `Los últimos ${minutes} minutos de la grabación se quitarán para siempre. También se borran los clips que muestren algo de ellos.`,
    done: (minutes) =>
      minutes === 1 ? 'El último minuto se ha quitado.' : `Los últimos ${minutes} minutos se han quitado.`,
  },
})

/** Cutting a stretch out of a replay. */
export const cutTexts = inLanguage({
  en: {
    title: 'Cut out a stretch',
    hint: 'For what nobody should see, such as a phone number. Pause at the first picture and at the last one. Up to a few seconds around them go too.',
    fromHere: 'Begin here',
    fromBeginning: 'Begin at the start',
    untilHere: 'End here',
    untilEnd: 'End at the end',
    notChosen: 'Not chosen yet',
    cut: 'Cut it out',
    question: (seconds: string) =>
      `Remove these ${seconds} seconds for good? Clips that show anything of them are deleted too.`,
    cancel: 'Cancel',
    done: 'The stretch is cut out.',
    failed: 'The stretch could not be cut out',
  },
  es: {
    title: 'Recortar un fragmento',
    hint: 'Para lo que nadie debería ver, como un número de teléfono. Pausa en la primera imagen y en la última. También se van unos segundos alrededor.',
    fromHere: 'Empezar en la imagen que se ve',
    fromBeginning: 'Empezar al principio',
    untilHere: 'Terminar en la imagen que se ve',
    untilEnd: 'Terminar al final',
    notChosen: 'Sin elegir',
    cut: 'Recortarlo',
    question: (seconds) =>
      `¿Quitar estos ${seconds} segundos para siempre? También se borran los clips que muestren algo de ellos.`,
    cancel: 'Cancelar',
    done: 'El fragmento se ha quitado.',
    failed: 'No se pudo quitar el fragmento',
  },
})
