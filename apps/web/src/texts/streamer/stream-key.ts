import { inLanguage } from '../language/in-language.ts'

/** The page of the stream key and of setting up an encoder. Spec section 2, word for word where it has words. */
export const streamKeyTexts = inLanguage({
  en: {
    pageTitle: 'Stream Key',
    heading: 'Stream Key Generator',
    checkingLogin: 'Checking your login',
    login: 'Login with Hive',
    loggedInAs: (user: string) => `Logged in as: @${user}`,

    yourKey: 'Your stream key',
    explanation:
      'Your wallet signs a message to prove that the account is yours. A new key replaces the former one at once and ends a broadcast that uses it.',
    keyLabel: 'Stream key',
    secret: (user: string) =>
      `Keep this key secret: anyone who has it can broadcast as @${user}. It is shown only this once; if you lose it, generate a new one.`,
    generating: 'Generating...',
    generate: 'Generate Stream Key',
    lookingForWallet: 'Looking for Hive Keychain...',

    serverCopied: 'Server address copied to clipboard!',

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
        ' mode, an H.264 encoder, and a keyframe interval of 2 s. OBS sets it to automatic, and then viewers wait.',
      ],
      start: ['Press ', 'Start Streaming', '. Your channel is live within seconds.'],
    },

    recommended: 'Recommended settings',
    quality: 'Quality',
    videoBitrate: 'Video bitrate',
    uploadNeeded: 'Upload needed',
    kilobits: (value: string) => `${value} kbit/s`,
    megabits: (value: string) => `${value} Mbit/s`,
    forAll:
      'For all of them: H.264 (x264 or a hardware encoder), rate control CBR, keyframe interval 2 s, AAC sound with 160 kbit/s. Begin with 720p if you are not sure.',

    profile: 'Let OBS set itself up',
    profileExplanation: 'A profile with the server and these settings, for OBS 28 and later.',
    includeKey: 'Put my stream key in it',
    includeKeyHint: 'Then nothing is left to paste. Keep the file as secret as the key.',
    download: 'Download the OBS profile',
    downloadFailed: 'The file could not be made. Please try again.',
    importSteps: {
      unpack: 'Unpack the file: it holds one folder.',
      choose: ['In OBS, open ', 'Profile', ', then ', 'Import', ', and choose that folder.'],
      select: ['In ', 'Profile', ', select the new one. Your scenes stay as they are.'],
      withKey: ['Press ', 'Start Streaming', '.'],
      withoutKey: ['Paste the key in ', 'Settings', ', ', 'Stream', ', and start streaming.'],
    },
  },
  es: {
    pageTitle: 'Clave de transmisión',
    heading: 'Generador de clave de transmisión',
    checkingLogin: 'Comprobando tu sesión',
    login: 'Iniciar sesión con Hive',
    loggedInAs: (user) => `Sesión iniciada como: @${user}`,

    yourKey: 'Tu clave de transmisión',
    explanation:
      'Tu monedero firma un mensaje para demostrar que la cuenta es tuya. Una clave nueva sustituye a la anterior al instante y termina la transmisión que la use.',
    keyLabel: 'Clave de transmisión',
    secret: (user) =>
      `Mantén esta clave en secreto: quien la tenga puede transmitir como @${user}. Solo se muestra esta vez; si la pierdes, genera una nueva.`,
    generating: 'Generando...',
    generate: 'Generar clave de transmisión',
    lookingForWallet: 'Buscando Hive Keychain...',

    serverCopied: '¡Dirección del servidor copiada al portapapeles!',

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
        ', un codificador H.264 y un intervalo de fotogramas clave de 2 s. OBS lo deja en automático, y entonces tus espectadores esperan.',
      ],
      start: ['Pulsa ', 'Iniciar transmisión', '. Tu canal estará en vivo en segundos.'],
    },

    recommended: 'Ajustes recomendados',
    quality: 'Calidad',
    videoBitrate: 'Tasa de bits de video',
    uploadNeeded: 'Subida necesaria',
    kilobits: (value) => `${value} kbit/s`,
    megabits: (value) => `${value} Mbit/s`,
    forAll:
      'Para todas: H.264 (x264 o un codificador por hardware), control de tasa CBR, intervalo de fotogramas clave de 2 s, sonido AAC a 160 kbit/s. Empieza con 720p si tienes dudas.',

    profile: 'Deja que OBS se configure solo',
    profileExplanation: 'Un perfil con el servidor y estos ajustes, para OBS 28 o posterior.',
    includeKey: 'Incluir mi clave de transmisión',
    includeKeyHint: 'Así no tendrás que pegar nada. Guarda el archivo tan en secreto como la clave.',
    download: 'Descargar el perfil de OBS',
    downloadFailed: 'No se pudo crear el archivo. Inténtalo de nuevo.',
    importSteps: {
      unpack: 'Descomprime el archivo: contiene una carpeta.',
      choose: ['En OBS, abre ', 'Perfil', ', luego ', 'Importar', ', y elige esa carpeta.'],
      select: ['En ', 'Perfil', ', selecciona el nuevo. Tus escenas se quedan como están.'],
      withKey: ['Pulsa ', 'Iniciar transmisión', '.'],
      withoutKey: ['Pega la clave en ', 'Ajustes', ', ', 'Emisión', ', y empieza a transmitir.'],
    },
  },
})
