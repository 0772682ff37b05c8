import { inLanguage } from '../language/in-language.ts'

/** What streamers are told of whether they may broadcast. */
export const myAdmissionTexts = inLanguage({
  en: {
    heading: 'You may not broadcast here yet',
    byApproval: 'The people who run this site approve streamers one by one.',
    notNow: 'You may not broadcast at the moment',
    ask: 'Ask to broadcast',
    askText: 'Tell the people who run this site what you want to show',
    askFailed: 'Your request could not be sent.',
    askedText: (time: string) => `You asked on ${time}. The people who run this site will answer here.`,
    declined: 'Your request was declined.',
    invited: 'You are invited to broadcast on this site',
    accept: 'Accept the invitation',
    accepted: 'You may broadcast on this site now.',
    acceptFailed: 'The invitation could not be used.',
    encoder: 'Your encoder was refused',
    at: (time: string) => `at ${time}`,
    limits: 'Limits of this site',
    bitrate: (kilobits: number) => `at most ${kilobits} kbit/s`,
    height: (pixels: number) => `at most ${pixels}p`,
    hours: (hours: number, liveMinutes: number) =>
      `${hours}h in 24 hours, of which ${Math.floor(liveMinutes / 60)}h ${liveMinutes % 60}m are used`,
    broadcasts: (count: number) => `${count} channels live at once`,
  },
  es: {
    heading: 'Todavía no puedes transmitir aquí',
    byApproval: 'Quienes gestionan este sitio aprueban a cada streamer.',
    notNow: 'Ahora no puedes transmitir',
    ask: 'Pedir permiso para transmitir',
    askText: 'Cuenta a quienes gestionan este sitio qué quieres mostrar',
    askFailed: 'No se pudo enviar tu solicitud.',
    askedText: (time) => `Lo pediste el ${time}. Quienes gestionan este sitio responderán aquí.`,
    declined: 'Tu solicitud fue rechazada.',
    invited: 'Te invitan a transmitir en este sitio',
    accept: 'Aceptar la invitación',
    accepted: 'Ya puedes transmitir en este sitio.',
    acceptFailed: 'No se pudo usar la invitación.',
    encoder: 'Tu codificador fue rechazado',
    at: (time) => `a las ${time}`,
    limits: 'Límites de este sitio',
    bitrate: (kilobits) => `${kilobits} kbit/s como máximo`,
    height: (pixels) => `${pixels}p como máximo`,
    hours: (hours, liveMinutes) =>
      `${hours}h en 24 horas; has usado ${Math.floor(liveMinutes / 60)}h ${liveMinutes % 60}m`,
    broadcasts: (count) => `${count} canales en directo a la vez`,
  },
})
