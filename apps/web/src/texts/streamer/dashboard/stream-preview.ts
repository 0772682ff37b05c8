import { inLanguage } from '../../language/in-language.ts'

/** The dashboard's preview (rule DASH-4). */
export const streamPreviewTexts = inLanguage({
  en: {
    title: 'Stream preview',
    loading: 'Loading preview',
    offline: 'Your stream is currently offline',
    startStreaming: 'Start streaming to see a live preview',
    setUp: 'Set up your encoder',
    mute: 'Mute preview',
    unmute: 'Unmute preview',
    video: 'Preview of your stream',
    away: 'Waiting for your encoder to reconnect…',
    stopped: 'You stopped the stream. Start your encoder again within a minute to go on.',
  },
  es: {
    title: 'Vista previa',
    loading: 'Cargando la vista previa',
    offline: 'Tu transmisión está fuera de línea',
    startStreaming: 'Empieza a transmitir para ver una vista previa en vivo',
    setUp: 'Configurar tu codificador',
    mute: 'Silenciar la vista previa',
    unmute: 'Activar el sonido de la vista previa',
    video: 'Vista previa de tu transmisión',
    away: 'Esperando a que tu codificador se reconecte…',
    stopped: 'Detuviste la transmisión. Inicia tu codificador en menos de un minuto para continuar.',
  },
})
