import type { HealthProblem } from '@waggle/contract/stats/endpoints'
import { inLanguage } from '../language/in-language.ts'

const en: Record<HealthProblem, string> = {
  encoder_dropped: 'Encoder lost',
  encoder_stopped: 'Stopped',
  video_missing: 'Audio only',
  audio_missing: 'No audio',
  audio_silent: 'Silent audio',
  audio_bitrate_low: 'Low audio bitrate',
  key_interval_long: 'Long keyframe interval',
  bitrate_low: 'Low bitrate',
  bitrate_high: 'High bitrate',
  bitrate_collapsed: 'Bitrate has dropped',
  frame_rate_low: 'Low frame rate',
  resolution_high: 'High resolution',
  codec_rare: 'Rare codec',
  colour_format_rare: 'Rare color format',
  frames_missing: 'Missing frames',
  encoder_slow: 'Slow encoder',
  connection_slow: 'Slow connection',
  times_broken: 'Clock has jumped',
  reconnected: 'Reconnected',
  recording_paused: 'Not being recorded',
}

const es: Record<HealthProblem, string> = {
  encoder_dropped: 'Codificador perdido',
  encoder_stopped: 'Detenida',
  video_missing: 'Solo audio',
  audio_missing: 'Sin audio',
  audio_silent: 'Audio en silencio',
  audio_bitrate_low: 'Audio con pocos bits',
  key_interval_long: 'Intervalo de fotogramas clave largo',
  bitrate_low: 'Tasa de bits baja',
  bitrate_high: 'Tasa de bits alta',
  bitrate_collapsed: 'La tasa de bits bajó',
  frame_rate_low: 'Pocos fotogramas por segundo',
  resolution_high: 'Resolución alta',
  codec_rare: 'Códec poco común',
  colour_format_rare: 'Formato de color poco común',
  frames_missing: 'Faltan fotogramas',
  encoder_slow: 'Codificador lento',
  connection_slow: 'Conexión lenta',
  times_broken: 'El reloj dio un salto',
  reconnected: 'Se reconectó',
  recording_paused: 'No se está grabando',
}

/** In a few words, for who looks at many broadcasts: what is wrong with the signal of each. The streamer reads whole sentences (stream-health.ts). */
export const signalProblemTexts = inLanguage({
  en: { good: 'Stream is good', problems: en },
  es: { good: 'Emisión correcta', problems: es },
})
