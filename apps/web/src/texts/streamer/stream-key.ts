import { inLanguage } from '../language/in-language.ts'

/** The stream key page, with the setup of an encoder. Rules KEY fix some of the texts. */
export const streamKeyTexts = inLanguage({
  en: {
    pageTitle: 'Stream Key',
    heading: 'Stream Key Generator',
    subtitle: 'Set up your encoder',
    checkingLogin: 'Checking your login',
    loggedInAs: (user: string) => `Logged in as: @${user}`,

    yourKey: 'Server and stream key',
    explanation:
      'Your wallet signs a message to prove that the account is yours. A new key replaces the previous one immediately: an encoder that uses the previous key is disconnected.',
    keyLabel: 'Stream key',
    secret: (user: string) =>
      `Keep this key secret: anyone who has it can broadcast as @${user}. You can see it only until you leave this page; if you lose it, generate a new one.`,
    generating: 'Generating...',
    generate: 'Generate Stream Key',
    replaceTitle: 'Replace your stream key',
    replaces: 'The key above stops working at once.',
    replaceQuestion: 'The current key in OBS stops working immediately. Generate a new one?',
    replaceLive: (seconds: number) =>
      `You are live. Your encoder is disconnected at once, and viewers see your stream stop. Put the new key into the encoder within ${seconds} seconds to continue the broadcast; otherwise it ends. Generate a new one?`,
    cancel: 'Cancel',
    lookingForWallet: 'Looking for Hive Keychain...',

    serverCopied: 'Server address copied to clipboard!',

    title: 'Give your stream a title',
    editTitle: 'Edit',
    optional: 'Optional',
    titleHint: 'Viewers see it in lists and above the picture. You can change it while you are live.',
    encoder: 'Connect your encoder',
    setUp: 'Set up your streaming software',
    server: 'Server',
    steps: {
      copyKey: 'Generate a stream key above and copy it.',
      openSettings: ['In OBS, or other RTMP software, open ', 'Settings', ', then ', 'Stream', '.'],
      setService: ['Set ', 'Service', ' to ', 'Custom', '.'],
      setServer: ['Set ', 'Server', ' to '],
      thisSite: 'the address of this site',
      pasteKey: ['Paste the key into ', 'Stream Key', '.'],
      output: [
        'In ',
        'Output',
        ', choose the ',
        'Advanced',
        ' mode, an H.264 encoder, and a keyframe interval of 2 s. The automatic interval of OBS makes viewers wait longer.',
      ],
      start: ['Press ', 'Start Streaming', '. Your channel is live within seconds.'],
    },
    phone: {
      title: 'From this phone',
      apps: ['Any app that sends RTMP works, such as ', ' or ', '. It asks for the server and the key above.'],
      open: 'Fill in Larix Broadcaster',
      openHint: 'Opens the app, where it is installed, with the server and your key filled in.',
      copy: 'Copy both in one line',
      copyHint: 'For apps with one field for the address. It contains your key: keep it secret.',
      copied: 'Server and key copied to clipboard!',
      computer: 'From a computer, with OBS',
    },
    obsWindow: 'The settings of OBS, where the service, the server and the stream key are chosen',

    recommended: 'Recommended settings',
    quality: 'Quality',
    videoBitrate: 'Video bitrate',
    uploadNeeded: 'Upload needed',
    kilobits: (value: string) => `${value} kbit/s`,
    megabits: (value: string) => `${value} Mbit/s`,
    forAll:
      'For every quality: H.264 (x264 or a hardware encoder), CBR rate control, a keyframe interval of 2 s, and AAC audio at 160 kbit/s. If you are not sure, start with 720p.',

    noPicture: 'Your video appears here',
    stepDone: 'Done',
    toDashboard: 'Go to dashboard',

    profile: 'Set up OBS automatically',
    profileExplanation: 'A profile with the server and these settings, for OBS 28 and later.',
    includeKey: 'Include my stream key',
    includeKeyHint: 'You then have nothing to paste. Keep the file as secret as the key.',
    download: 'Download the OBS profile',
    downloadFailed: 'The file could not be created. Please try again.',
    importSteps: {
      unpack: 'Unzip the file. It contains one folder.',
      choose: ['In OBS, open ', 'Profile', ', then ', 'Import', ', and choose that folder.'],
      select: ['In ', 'Profile', ', select the new one. Your scenes do not change.'],
      withKey: ['Press ', 'Start Streaming', '.'],
      withoutKey: ['Paste the key in ', 'Settings', ', ', 'Stream', ', and start streaming.'],
    },
  },
  es: {
    pageTitle: 'Clave de transmisión',
    heading: 'Generador de clave de transmisión',
    subtitle: 'Configura tu codificador',
    checkingLogin: 'Comprobando tu sesión',
    loggedInAs: (user) => `Sesión iniciada como: @${user}`,

    yourKey: 'Servidor y clave de transmisión',
    explanation:
      'Tu monedero firma un mensaje para demostrar que la cuenta es tuya. Una clave nueva sustituye a la anterior al instante: el codificador que la use se desconecta.',
    keyLabel: 'Clave de transmisión',
    secret: (user) =>
      `Mantén esta clave en secreto: quien la tenga puede transmitir como @${user}. Solo se muestra esta vez; si la pierdes, genera una nueva.`,
    generating: 'Generando...',
    generate: 'Generar clave de transmisión',
    replaceTitle: 'Sustituir tu clave de transmisión',
    replaces: 'La clave de arriba deja de funcionar al instante.',
    replaceQuestion: 'La clave que OBS tiene ahora deja de funcionar al instante. ¿Generar una nueva?',
    replaceLive: (seconds) =>
      `Estás en vivo. Tu codificador se desconecta al instante y tus espectadores ven que la transmisión se detiene. Si pones la clave nueva en el codificador antes de ${seconds} segundos, la transmisión sigue; si no, termina. ¿Generar una nueva?`,
    cancel: 'Cancelar',
    lookingForWallet: 'Buscando Hive Keychain...',

    serverCopied: '¡Dirección del servidor copiada al portapapeles!',

    title: 'Ponle un título a tu transmisión',
    editTitle: 'Editar',
    optional: 'Opcional',
    titleHint: 'Tus espectadores lo ven en las listas y sobre la imagen. Puedes cambiarlo mientras transmites.',
    encoder: 'Conecta tu codificador',
    setUp: 'Configura tu programa de transmisión',
    server: 'Servidor',
    steps: {
      copyKey: 'Genera una clave de transmisión arriba y cópiala.',
      openSettings: ['En OBS, u otro programa RTMP, abre ', 'Ajustes', ' y luego ', 'Emisión', '.'],
      setService: ['En ', 'Servicio', ', elige ', 'Personalizado', '.'],
      setServer: ['En ', 'Servidor', ', pon '],
      thisSite: 'la dirección de este sitio',
      pasteKey: ['Pega la clave en ', 'Clave de retransmisión', '.'],
      output: [
        'En ',
        'Salida',
        ', elige el modo ',
        'Avanzado',
        ', un codificador H.264 y un intervalo de fotogramas clave de 2 s. El intervalo automático de OBS hace esperar más a tus espectadores.',
      ],
      start: ['Pulsa ', 'Iniciar transmisión', '. Tu canal estará en vivo en segundos.'],
    },
    phone: {
      title: 'Desde este teléfono',
      apps: [
        'Sirve cualquier aplicación que envíe RTMP, como ',
        ' o ',
        '. Te pedirá el servidor y la clave de arriba.',
      ],
      open: 'Rellenar Larix Broadcaster',
      openHint: 'Abre la aplicación, si está instalada, con el servidor y tu clave puestos.',
      copy: 'Copiar ambos en una línea',
      copyHint: 'Para aplicaciones con un solo campo para la dirección. Contiene tu clave: guárdala en secreto.',
      copied: '¡Servidor y clave copiados al portapapeles!',
      computer: 'Desde un ordenador, con OBS',
    },
    obsWindow: 'Los ajustes de OBS, donde se eligen el servicio, el servidor y la clave de retransmisión',

    recommended: 'Ajustes recomendados',
    quality: 'Calidad',
    videoBitrate: 'Tasa de bits de video',
    uploadNeeded: 'Subida necesaria',
    kilobits: (value) => `${value} kbit/s`,
    megabits: (value) => `${value} Mbit/s`,
    forAll:
      'Para todas las calidades: H.264 (x264 o un codificador por hardware), control de tasa CBR, intervalo de fotogramas clave de 2 s y audio AAC a 160 kbit/s. Si tienes dudas, empieza con 720p.',

    noPicture: 'Aquí aparecerá tu imagen',
    stepDone: 'Hecho',
    toDashboard: 'Ir al panel',

    profile: 'Configura OBS automáticamente',
    profileExplanation: 'Un perfil con el servidor y estos ajustes, para OBS 28 o posterior.',
    includeKey: 'Incluir mi clave de transmisión',
    includeKeyHint: 'Así no tendrás que pegar nada. Guarda el archivo tan en secreto como la clave.',
    download: 'Descargar el perfil de OBS',
    downloadFailed: 'No se pudo crear el archivo. Inténtalo de nuevo.',
    importSteps: {
      unpack: 'Descomprime el archivo. Contiene una carpeta.',
      choose: ['En OBS, abre ', 'Perfil', ', luego ', 'Importar', ', y elige esa carpeta.'],
      select: ['En ', 'Perfil', ', selecciona el nuevo. Tus escenas no cambian.'],
      withKey: ['Pulsa ', 'Iniciar transmisión', '.'],
      withoutKey: ['Pega la clave en ', 'Ajustes', ', ', 'Emisión', ', y empieza a transmitir.'],
    },
  },
})
