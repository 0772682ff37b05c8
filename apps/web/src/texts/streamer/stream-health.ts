import type { HealthProblem } from '@waggle/contract/stats/endpoints'
import { inLanguage } from '../language/in-language.ts'

type Sentence = (value: string, advised: string) => string

/** Problems of the encoder's stream, each with what to do about it in OBS. */
const problemsEn: Record<HealthProblem, Sentence> = {
  encoder_dropped: (value) =>
    `Your encoder lost its connection. The broadcast waits ${value} s for it. Check that OBS is still streaming.`,
  encoder_stopped: (value) => `You stopped the stream. The broadcast ends in ${value} s unless you start it again.`,
  video_missing: () =>
    'No video is arriving, so viewers only hear you. To be seen, select a video encoder in OBS, Output. H.264 plays everywhere.',
  audio_missing: () =>
    'No audio is arriving, so viewers hear nothing. In OBS, add a microphone in Audio and select track 1 in Output.',
  audio_silent: () =>
    'Your audio is silent. In the OBS audio mixer, check that nothing is muted and that a meter moves.',
  audio_bitrate_low: (value, advised) =>
    `Your audio bitrate is only ${value} kbit/s. Set it to ${advised} kbit/s in OBS, Output, Audio.`,
  key_interval_long: (value, advised) =>
    `Your keyframe interval of ${value} s makes viewers wait. Set it to ${advised} s in OBS, Output.`,
  bitrate_low: (value, advised) =>
    `Your video bitrate of ${value} kbit/s is too low for its resolution. Set at least ${advised} kbit/s in OBS, Output, or a lower resolution in Video.`,
  bitrate_high: (value, advised) =>
    `Many viewers cannot load your video bitrate of ${value} kbit/s in time. Set ${advised} kbit/s or less in OBS, Output.`,
  bitrate_collapsed: (value, advised) =>
    `Your bitrate has dropped from about ${advised} to ${value} kbit/s: your upload cannot keep up. Stop other uploads, use a network cable, or lower the bitrate in OBS, Output.`,
  frame_rate_low: (value, advised) =>
    `Only ${value} frames per second are arriving, so motion looks jerky. Set ${advised} FPS in OBS, Video.`,
  resolution_high: (value, advised) =>
    `The shorter side of your video has ${value} pixels, which many viewers cannot play smoothly. Set ${advised} or less in OBS, Video.`,
  codec_rare: () => 'Not every browser plays this codec. Select H.264 in OBS, Output.',
  colour_format_rare: () =>
    'Most phones cannot play the color format of your video (4:4:4, 4:2:2 or 10 bits). Select NV12 in OBS, Advanced, Color Format.',
  frames_missing: (value) =>
    `${value} frames were missing in the last minute: your computer cannot keep up. Select a hardware encoder or a faster preset in OBS, Output, or a lower resolution in Video.`,
  encoder_slow: (value) =>
    `Your stream arrives ${value} s late, and many of its frames only repeat the one before: your computer cannot encode fast enough. Select a hardware encoder or a faster preset in OBS, Output, or a lower resolution in Video.`,
  connection_slow: (value) =>
    `Your stream arrives ${value} s late: your connection is slower than your bitrate. Lower the bitrate in OBS, Output.`,
  times_broken: () =>
    "Your encoder's clock has jumped, and viewers see a jolt. In OBS, check that no source freezes. If this continues, restart the stream.",
  reconnected: (value) =>
    `Your encoder had to reconnect (${value}×) in this broadcast. If this continues, use a network cable instead of Wi-Fi, or lower the bitrate in OBS, Output.`,
  recording_paused: () =>
    'Your broadcast is not being recorded at the moment: the disk of this site is full or too slow. Viewers notice nothing, and recording continues by itself. Tell the person who runs this site.',
}

const problemsEs: Record<HealthProblem, Sentence> = {
  encoder_dropped: (value) =>
    `Tu codificador perdió la conexión. La transmisión lo espera ${value} s. Comprueba que OBS sigue transmitiendo.`,
  encoder_stopped: (value) => `Detuviste la transmisión. Termina en ${value} s, si no la reanudas.`,
  video_missing: () =>
    'No llega video: tus espectadores solo te oyen. Para que te vean, elige un codificador de video en OBS, Salida. H.264 se ve en todas partes.',
  audio_missing: () =>
    'No llega audio y tus espectadores no oyen nada. En OBS, añade un micrófono en Audio y elige la pista 1 en Salida.',
  audio_silent: () =>
    'Tu audio está en silencio. En el mezclador de audio de OBS, comprueba que nada está silenciado y que algún medidor se mueve.',
  audio_bitrate_low: (value, advised) =>
    `La tasa de bits de tu audio es de solo ${value} kbit/s. Ponla en ${advised} kbit/s en OBS, Salida, Audio.`,
  key_interval_long: (value, advised) =>
    `Tu intervalo de fotogramas clave de ${value} s hace esperar a tus espectadores. Ponlo en ${advised} s en OBS, Salida.`,
  bitrate_low: (value, advised) =>
    `La tasa de bits de tu video, ${value} kbit/s, es muy baja para su resolución. Pon al menos ${advised} kbit/s en OBS, Salida, o una resolución menor en Video.`,
  bitrate_high: (value, advised) =>
    `Muchos espectadores no pueden cargar a tiempo tu video de ${value} kbit/s. Pon ${advised} kbit/s o menos en OBS, Salida.`,
  bitrate_collapsed: (value, advised) =>
    `Tu tasa de bits bajó de unos ${advised} a ${value} kbit/s: tu subida no da abasto. Detén otras subidas, usa un cable de red o baja la tasa de bits en OBS, Salida.`,
  frame_rate_low: (value, advised) =>
    `Solo llegan ${value} fotogramas por segundo y el movimiento se ve a saltos. Pon ${advised} FPS en OBS, Video.`,
  resolution_high: (value, advised) =>
    `El lado corto de tu video tiene ${value} píxeles y muchos espectadores no pueden verlo con fluidez. Pon ${advised} o menos en OBS, Video.`,
  codec_rare: () => 'No todos los navegadores reproducen este códec. Elige H.264 en OBS, Salida.',
  colour_format_rare: () =>
    'La mayoría de los teléfonos no pueden reproducir el formato de color de tu video (4:4:4, 4:2:2 o 10 bits). Elige NV12 en OBS, Avanzado, Formato de color.',
  frames_missing: (value) =>
    `Faltaron ${value} fotogramas en el último minuto: tu equipo no da abasto. Elige un codificador por hardware o un preajuste más rápido en OBS, Salida, o una resolución menor en Video.`,
  encoder_slow: (value) =>
    `Tu transmisión llega ${value} s tarde y muchos de sus fotogramas solo repiten el anterior: tu equipo no codifica lo bastante rápido. Elige un codificador por hardware o un preajuste más rápido en OBS, Salida, o una resolución menor en Video.`,
  connection_slow: (value) =>
    `Tu transmisión llega ${value} s tarde: tu conexión es más lenta que tu tasa de bits. Baja la tasa de bits en OBS, Salida.`,
  times_broken: () =>
    'El reloj de tu codificador dio un salto y tus espectadores ven un tirón. En OBS, comprueba que ninguna fuente se congela. Si continúa, reinicia la transmisión.',
  reconnected: (value) =>
    `Tu codificador tuvo que reconectarse (${value}×) en esta transmisión. Si continúa, usa un cable de red en lugar de Wi-Fi o baja la tasa de bits en OBS, Salida.`,
  recording_paused: () =>
    'Tu transmisión no se está grabando en este momento: el disco de este sitio está lleno o va demasiado lento. Tus espectadores no notan nada y la grabación continuará sola. Avisa a quien administra este sitio.',
}

export const streamHealthTexts = inLanguage({
  en: {
    title: 'Stream health',
    good: (what: string) => `Good: ${what}`,
    check: 'Signal from your encoder',
    checkHelp: 'The measurements appear here as soon as your encoder sends a signal.',
    checkFailed: 'The signal from your encoder could not be checked. The check is repeated every few seconds.',
    loading: 'Looking for your encoder',
    keyNext: 'Next: generate your stream key',
    keyNextHelp: 'If OBS already has one, start streaming. This page detects it automatically.',
    waiting: 'Waiting for your encoder…',
    waitingHelp: 'Start streaming in OBS. This page detects it automatically.',
    starting: 'Your encoder is connected. You will be live as soon as its first keyframes arrive…',
    live: 'You are live!',
    problemCount: (count: number) =>
      count === 1 ? 'One problem with your signal' : `${count} problems with your signal`,
    dropped: 'Your encoder is disconnected. The broadcast is waiting for it…',
    stopped: 'You stopped the stream. Start it again within a minute to continue the same broadcast…',
    watch: 'Open your channel',
    ok: 'Good',
    warning: 'Could be better',
    error: 'Needs your attention',
    rows: {
      picture: 'Video',
      frameRate: 'Frame rate',
      bitrate: 'Video bitrate',
      keyInterval: 'Keyframe interval',
      sound: 'Audio',
      connection: 'Connection',
      encoder: 'Encoder',
      recording: 'Recording',
    },
    recording: { on: 'On', paused: 'Paused' },
    none: 'None',
    measuring: 'Measuring…',
    framesPerSecond: (value: string) => `${value} fps`,
    kilobits: (value: string) => `${value} kbit/s`,
    seconds: (value: string) => `${value} s`,
    jitter: (value: string) => `${value} ms jitter`,
    channels: (count: number) => (count === 1 ? 'mono' : count === 2 ? 'stereo' : `${count} channels`),
    problems: problemsEn,
  },
  es: {
    title: 'Estado de la transmisión',
    good: (what) => `Bien: ${what}`,
    check: 'Señal de tu codificador',
    checkHelp: 'Las mediciones aparecerán aquí en cuanto llegue la señal de tu codificador.',
    checkFailed: 'No se pudo comprobar la señal de tu codificador. La comprobación se repite cada pocos segundos.',
    loading: 'Buscando tu codificador',
    keyNext: 'Siguiente: genera tu clave de transmisión',
    keyNextHelp: 'Si OBS ya tiene una, empieza a transmitir. Esta página lo detecta automáticamente.',
    waiting: 'Esperando a tu codificador…',
    waitingHelp: 'Empieza a transmitir en OBS. Esta página lo detecta automáticamente.',
    starting: 'Tu codificador está conectado. Estarás en vivo en cuanto lleguen sus primeros fotogramas clave…',
    live: '¡Estás en vivo!',
    problemCount: (count) => (count === 1 ? 'Un problema con tu señal' : `${count} problemas con tu señal`),
    dropped: 'Tu codificador está desconectado. La transmisión lo espera…',
    stopped: 'Detuviste la transmisión. Reanúdala antes de un minuto para continuar la misma…',
    watch: 'Abrir tu canal',
    ok: 'Bien',
    warning: 'Puede mejorar',
    error: 'Requiere tu atención',
    rows: {
      picture: 'Video',
      frameRate: 'Fotogramas por segundo',
      bitrate: 'Tasa de bits de video',
      keyInterval: 'Intervalo de fotogramas clave',
      sound: 'Audio',
      connection: 'Conexión',
      encoder: 'Codificador',
      recording: 'Grabación',
    },
    recording: { on: 'En marcha', paused: 'En pausa' },
    none: 'Nada',
    measuring: 'Midiendo…',
    framesPerSecond: (value) => `${value} fps`,
    kilobits: (value) => `${value} kbit/s`,
    seconds: (value) => `${value} s`,
    jitter: (value) => `${value} ms de fluctuación`,
    channels: (count) => (count === 1 ? 'mono' : count === 2 ? 'estéreo' : `${count} canales`),
    problems: problemsEs,
  },
})
