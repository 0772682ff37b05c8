import type { HealthProblem } from '@waggle/contract/stats/endpoints'
import { inLanguage } from '../language/in-language.ts'

type Sentence = (value: string, advised: string) => string

/** What is wrong with what an encoder sends, in words that say what to do in OBS. */
const problemsEn: Record<HealthProblem, Sentence> = {
  encoder_dropped: (value) =>
    `Your encoder's connection broke off. The broadcast waits ${value} s for it: check that OBS is still streaming.`,
  video_missing: () =>
    'No picture arrives. Check in OBS, Output, that a video encoder is chosen; H.264 plays everywhere.',
  audio_missing: () =>
    'No sound arrives: viewers hear nothing. Add a microphone in OBS, Audio, and choose track 1 in Output.',
  audio_silent: () =>
    'Your sound is silent. Check in the OBS audio mixer that nothing is muted and that a meter moves.',
  audio_bitrate_low: (value, advised) =>
    `Your sound has only ${value} kbit/s: set it to ${advised} kbit/s in OBS, Output, Audio.`,
  key_interval_long: (value, advised) =>
    `Your key-frame interval is ${value} s: viewers wait. Set it to ${advised} s in OBS, Output.`,
  bitrate_low: (value, advised) =>
    `Your video has ${value} kbit/s, too little for its size: set at least ${advised} kbit/s in OBS, Output, or a smaller resolution in Video.`,
  bitrate_high: (value, advised) =>
    `Your video has ${value} kbit/s: many viewers cannot load that in time. Set ${advised} kbit/s or less in OBS, Output.`,
  bitrate_collapsed: (value, advised) =>
    `Your bitrate has dropped to ${value} from about ${advised} kbit/s: your upload cannot keep up. Stop other uploads, use a cable, or lower the bitrate in OBS, Output.`,
  frame_rate_low: (value, advised) =>
    `Only ${value} pictures a second arrive: motion looks jerky. Set ${advised} FPS in OBS, Video.`,
  resolution_high: (value, advised) =>
    `Your picture is ${value} lines high: many viewers cannot play that smoothly. Set ${advised} or less in OBS, Video.`,
  codec_rare: () => 'Not every browser plays this codec. Choose H.264 in OBS, Output.',
  frames_missing: (value) =>
    `${value} pictures were missing in the last minute: your computer cannot keep up. Choose a hardware encoder or a faster preset in OBS, Output, or a smaller resolution in Video.`,
  connection_slow: (value) =>
    `What you send arrives ${value} s late: your connection is slower than your bitrate. Lower the bitrate in OBS, Output.`,
  times_broken: () =>
    "Your encoder's clock has jumped: viewers see a jolt. Check in OBS that no source freezes; restart the stream if it goes on.",
  reconnected: (value) =>
    `Your encoder had to reconnect (${value}×) in this broadcast. If it goes on, use a cable instead of Wi-Fi, or lower the bitrate in OBS, Output.`,
}

const problemsEs: Record<HealthProblem, Sentence> = {
  encoder_dropped: (value) =>
    `Se cortó la conexión de tu codificador. La transmisión lo espera ${value} s: comprueba que OBS sigue transmitiendo.`,
  video_missing: () =>
    'No llega imagen. Comprueba en OBS, Salida, que hay un codificador de video elegido; H.264 se ve en todas partes.',
  audio_missing: () =>
    'No llega sonido: tus espectadores no oyen nada. Añade un micrófono en OBS, Audio, y elige la pista 1 en Salida.',
  audio_silent: () =>
    'Tu sonido está en silencio. Comprueba en el mezclador de OBS que nada está silenciado y que algún medidor se mueve.',
  audio_bitrate_low: (value, advised) =>
    `Tu sonido tiene solo ${value} kbit/s: ponlo en ${advised} kbit/s en OBS, Salida, Audio.`,
  key_interval_long: (value, advised) =>
    `Tu intervalo de fotogramas clave es de ${value} s: tus espectadores esperan. Ponlo en ${advised} s en OBS, Salida.`,
  bitrate_low: (value, advised) =>
    `Tu video tiene ${value} kbit/s, muy poco para su tamaño: pon al menos ${advised} kbit/s en OBS, Salida, o una resolución menor en Video.`,
  bitrate_high: (value, advised) =>
    `Tu video tiene ${value} kbit/s: muchos espectadores no pueden cargarlo a tiempo. Pon ${advised} kbit/s o menos en OBS, Salida.`,
  bitrate_collapsed: (value, advised) =>
    `Tu tasa de bits bajó a ${value} desde unos ${advised} kbit/s: tu subida no da abasto. Detén otras subidas, usa un cable o baja la tasa de bits en OBS, Salida.`,
  frame_rate_low: (value, advised) =>
    `Solo llegan ${value} imágenes por segundo: el movimiento se ve a saltos. Pon ${advised} FPS en OBS, Video.`,
  resolution_high: (value, advised) =>
    `Tu imagen tiene ${value} líneas de alto: muchos espectadores no pueden verla con fluidez. Pon ${advised} o menos en OBS, Video.`,
  codec_rare: () => 'No todos los navegadores reproducen este códec. Elige H.264 en OBS, Salida.',
  frames_missing: (value) =>
    `Faltaron ${value} imágenes en el último minuto: tu equipo no da abasto. Elige un codificador por hardware o un preajuste más rápido en OBS, Salida, o una resolución menor en Video.`,
  connection_slow: (value) =>
    `Lo que envías llega ${value} s tarde: tu conexión es más lenta que tu tasa de bits. Bájala en OBS, Salida.`,
  times_broken: () =>
    'El reloj de tu codificador dio un salto: tus espectadores ven un tirón. Comprueba en OBS que ninguna fuente se congela; si continúa, reinicia la transmisión.',
  reconnected: (value) =>
    `Tu codificador tuvo que reconectarse (${value}×) en esta transmisión. Si continúa, usa un cable en lugar de Wi-Fi o baja la tasa de bits en OBS, Salida.`,
}

export const streamHealthTexts = inLanguage({
  en: {
    title: 'Stream health',
    good: (what: string) => `All is well: ${what}`,
    check: 'What arrives from your encoder',
    checkFailed: 'What arrives could not be looked up. It is tried again every few seconds.',
    loading: 'Looking for your encoder',
    waiting: 'Waiting for your encoder…',
    waitingHelp: 'Start streaming in OBS. This page notices by itself.',
    starting: 'Your encoder is connected. You are live as soon as its first key frames are here…',
    live: 'You are live!',
    dropped: 'Your encoder is away. The broadcast waits for it…',
    watch: 'Open your channel',
    ok: 'Good',
    warning: 'Could be better',
    error: 'Needs your attention',
    rows: {
      picture: 'Picture',
      frameRate: 'Frame rate',
      bitrate: 'Video bitrate',
      keyInterval: 'Key-frame interval',
      sound: 'Sound',
      connection: 'Connection',
      encoder: 'Encoder',
    },
    none: 'None',
    measuring: 'Measuring…',
    framesPerSecond: (value: string) => `${value} a second`,
    kilobits: (value: string) => `${value} kbit/s`,
    seconds: (value: string) => `${value} s`,
    jitter: (value: string) => `${value} ms jitter`,
    channels: (count: number) => (count === 1 ? 'mono' : count === 2 ? 'stereo' : `${count} channels`),
    problems: problemsEn,
  },
  es: {
    title: 'Estado de la transmisión',
    good: (what) => `Todo va bien: ${what}`,
    check: 'Lo que llega de tu codificador',
    checkFailed: 'No se pudo consultar lo que llega. Se vuelve a intentar cada pocos segundos.',
    loading: 'Buscando tu codificador',
    waiting: 'Esperando a tu codificador…',
    waitingHelp: 'Empieza a transmitir en OBS. Esta página lo nota sola.',
    starting: 'Tu codificador está conectado. Estarás en vivo en cuanto lleguen sus primeros fotogramas clave…',
    live: '¡Estás en vivo!',
    dropped: 'Tu codificador no está. La transmisión lo espera…',
    watch: 'Abrir tu canal',
    ok: 'Bien',
    warning: 'Puede mejorar',
    error: 'Requiere tu atención',
    rows: {
      picture: 'Imagen',
      frameRate: 'Imágenes por segundo',
      bitrate: 'Tasa de bits de video',
      keyInterval: 'Intervalo de fotogramas clave',
      sound: 'Sonido',
      connection: 'Conexión',
      encoder: 'Codificador',
    },
    none: 'Nada',
    measuring: 'Midiendo…',
    framesPerSecond: (value) => `${value} por segundo`,
    kilobits: (value) => `${value} kbit/s`,
    seconds: (value) => `${value} s`,
    jitter: (value) => `${value} ms de fluctuación`,
    channels: (count) => (count === 1 ? 'mono' : count === 2 ? 'estéreo' : `${count} canales`),
    problems: problemsEs,
  },
})
