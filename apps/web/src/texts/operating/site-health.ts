import type { Alert, AlertFacts } from '@waggle/contract/site-health/alerts'
import { inLanguage } from '../language/in-language.ts'

interface Written {
  bytes(bytes: number): string
  time(ms: number): string
}

/** How the site is, and what its recordings take: for the people who run it. */
export const siteHealthTexts = inLanguage({
  en: {
    figures: 'Figures',
    overTime: 'Over time',
    figuresFailed: 'The figures could not be loaded.',
    periods: { day: 'Last 24 hours', month: 'Last 30 days' },
    figuresLatest: { day: 'The most in the last minute', month: 'The most in the last hour' },
    figuresHint: {
      day: 'The most in each minute. A gap is a time in which the site did not run.',
      month: 'The most in each hour. A gap is a time in which the site did not run.',
    },
    viewers: 'Viewers',
    channels: 'Live channels',
    slowestLoop: 'Event loop delay of the slowest process',
    busiestMachine: 'Processor of the busiest machine',
    percent: (value: string) => `${value}%`,
    milliseconds: (value: string) => `${value} ms`,
    spans: { day: '24 h', month: '30 days' },
    range: (least: string, most: string, span: string) =>
      least === most ? `always ${most} in ${span}` : `${least} to ${most} in ${span}`,
    above: (limit: string) => `Above ${limit}`,
    healthFailed: 'The state of the site could not be read.',
    storageFailed: 'What is stored could not be read.',
    alerts: 'What needs you',
    noAlerts: 'Nothing needs you.',
    told: (targets: string) => `You are also alerted by ${targets}.`,
    notTold: 'Nobody is alerted outside of this page: WAGGLE_ALERT_MAIL and WAGGLE_ALERT_WEBHOOK are not set.',
    targets: { mail: 'mail', webhook: 'webhook' },
    and: ' and ',
    allWell: 'All is well',
    wellUntold: 'All works. One thing to set up: alerts',
    faults: {
      process: (name: string) => `${name} is not responding`,
      disk: (name: string, disk: string, free: string) => `${disk} on ${name} is nearly full: ${free} free`,
      ffmpeg: (name: string) => `ffmpeg is missing on ${name}`,
      processor: (name: string, share: string) => `Processor at ${share} on ${name}`,
      eventLoop: (name: string, late: string) => `Event loop ${late} on ${name}`,
    },
    moreFaults: (count: number) => `and ${count} more`,
    faultCount: (count: number) => (count === 1 ? '1 fault' : `${count} faults`),
    processes: 'Processes',
    states: { running: 'Running', stopped: 'Stopped', silent: 'No response' },
    roles: 'Roles',
    version: 'Version',
    runningSince: 'Running since',
    lastHeardOf: 'Last heard of',
    eventLoop: 'Event loop',
    late: (ms: string) => `${ms} ms late`,
    processor: 'Processor',
    memory: 'Memory',
    liveBroadcasts: 'Live broadcasts',
    realTimeViewers: 'Viewers in real time',
    chatSockets: 'Chat connections',
    factGroups: { works: 'What it needs', load: 'Load', disks: 'Disks', about: 'About it' },
    loadNow: 'Load now',
    ffmpeg: 'ffmpeg',
    ffmpegStates: { works: 'Works', missing: 'Missing: no thumbnails, no lower qualities', unused: 'Not needed here' },
    parts: {
      ...{ database: 'Database', sharedState: 'Redis', clock: 'Clock', fileHandles: 'File handles', hive: 'Hive' },
      ...{ otherProcesses: 'Other processes', recordingStore: 'Recording store' },
    } as Record<string, string>,
    works: (ms: string | null) => (ms === null ? 'Works' : `Works (${ms} ms)`),
    disks: { data: 'Disk with the data', recordings: 'Disk with the recordings' },
    diskOf: (free: string, size: string) => `${free} of ${size} free`,
    diskOfProcess: (name: string) => `Disk with the recordings of ${name}`,
    recorded: (size: string) => `Recordings ${size}`,
    otherData: (size: string) => `Other data ${size}`,
    inUse: (size: string) => `In use ${size}`,
    free: (size: string) => `Free ${size}`,
    fullIn: (days: string) => `full in ${days} days`,
    fullAbout: (time: string, days: number) =>
      `Full in about ${time} at the rate of ${days === 1 ? 'the last day' : `the last ${days} days`}`,
    certificates: { site: 'Certificate of the site', rtmps: 'Certificate of RTMPS' },
    expires: (time: string) => `expires ${time}`,
    notRecording: 'This site does not record.',
    recordings: 'Recordings',
    used: 'Used by recordings',
    allRecordings: 'All recordings',
    usedOf: (used: string, most: string) => `${used} of ${most}`,
    perChannel: 'Limit per channel',
    noBound: 'No limit',
    keptFor: 'Kept for',
    days: (days: string) => `${days} days`,
    byChannel: 'By channel',
    ofItsLimit: (username: string) => `What @${username} may record: used`,
    nothingRecorded: 'Nothing is recorded.',
    next: 'What is deleted next',
    nextHint: 'In the next two days, or when a tenth more is recorded. Channels keep what they pin.',
    nothingNext: 'Nothing is about to be deleted.',
    reasons: {
      age: 'because of its age',
      'size of the channel': 'because the channel has too much',
      'size of all recordings': 'because the site has too much',
    },
    broadcastOf: (time: string) => `Broadcast until ${time}`,
  },
  es: {
    figures: 'Cifras',
    overTime: 'A lo largo del tiempo',
    figuresFailed: 'No se pudieron cargar las cifras.',
    periods: { day: 'Últimas 24 horas', month: 'Últimos 30 días' },
    figuresLatest: { day: 'Lo máximo del último minuto', month: 'Lo máximo de la última hora' },
    figuresHint: {
      day: 'Lo máximo de cada minuto. Un hueco es un tiempo en el que el sitio no funcionó.',
      month: 'Lo máximo de cada hora. Un hueco es un tiempo en el que el sitio no funcionó.',
    },
    viewers: 'Espectadores',
    channels: 'Canales en vivo',
    slowestLoop: 'Retraso del bucle de eventos del proceso más lento',
    busiestMachine: 'Procesador de la máquina más ocupada',
    percent: (value: string) => `${value} %`,
    milliseconds: (value) => `${value} ms`,
    spans: { day: '24 h', month: '30 días' },
    range: (least, most, span) => (least === most ? `siempre ${most} en ${span}` : `de ${least} a ${most} en ${span}`),
    above: (limit) => `Más de ${limit}`,
    healthFailed: 'No se pudo leer el estado del sitio.',
    storageFailed: 'No se pudo leer lo que está guardado.',
    alerts: 'Lo que te necesita',
    noAlerts: 'Nada te necesita.',
    told: (targets: string) => `Lo que te necesita también llega por ${targets}.`,
    notTold: 'Lo que te necesita solo se dice en esta página: faltan WAGGLE_ALERT_MAIL y WAGGLE_ALERT_WEBHOOK.',
    targets: { mail: 'correo', webhook: 'webhook' },
    and: ' y ',
    allWell: 'Todo va bien',
    wellUntold: 'Todo funciona. Falta configurar una cosa: los avisos',
    faults: {
      process: (name) => `No hay noticias de ${name}`,
      disk: (name, disk, free) => `${disk} en ${name}: casi lleno, quedan ${free}`,
      ffmpeg: (name) => `Falta ffmpeg en ${name}`,
      processor: (name, share) => `Procesador al ${share} en ${name}`,
      eventLoop: (name, late) => `Bucle de eventos con ${late} en ${name}`,
    },
    moreFaults: (count) => `y ${count} más`,
    faultCount: (count) => (count === 1 ? '1 fallo' : `${count} fallos`),
    processes: 'Procesos',
    states: { running: 'En marcha', stopped: 'Parado', silent: 'Sin noticias' },
    roles: 'Funciones',
    version: 'Versión',
    runningSince: 'En marcha desde',
    lastHeardOf: 'Últimas noticias',
    eventLoop: 'Bucle de eventos',
    late: (ms: string) => `${ms} ms de retraso`,
    processor: 'Procesador',
    memory: 'Memoria',
    liveBroadcasts: 'Transmisiones en directo',
    realTimeViewers: 'Espectadores en tiempo real',
    chatSockets: 'Conexiones de chat',
    factGroups: { works: 'Lo que necesita', load: 'Carga', disks: 'Discos', about: 'Sobre él' },
    loadNow: 'Carga ahora',
    ffmpeg: 'ffmpeg',
    ffmpegStates: {
      works: 'Funciona',
      missing: 'Falta: sin miniaturas ni calidades menores',
      unused: 'Aquí no hace falta',
    },
    parts: {
      ...{
        database: 'Base de datos',
        sharedState: 'Redis',
        clock: 'Reloj',
        fileHandles: 'Archivos abiertos',
        hive: 'Hive',
      },
      ...{ otherProcesses: 'Otros procesos', recordingStore: 'Almacén de grabaciones' },
    } as Record<string, string>,
    works: (ms: string | null) => (ms === null ? 'Funciona' : `Funciona (${ms} ms)`),
    disks: { data: 'Disco con los datos', recordings: 'Disco con las grabaciones' },
    diskOf: (free: string, size: string) => `${free} libres de ${size}`,
    diskOfProcess: (name) => `Disco con las grabaciones de ${name}`,
    recorded: (size) => `Grabaciones ${size}`,
    otherData: (size) => `Otros datos ${size}`,
    inUse: (size) => `En uso ${size}`,
    free: (size) => `Libre ${size}`,
    fullIn: (days: string) => `lleno en ${days} días`,
    fullAbout: (time, days) =>
      `Lleno en aproximadamente ${time} al ritmo ${days === 1 ? 'del último día' : `de los últimos ${days} días`}`,
    certificates: { site: 'Certificado del sitio', rtmps: 'Certificado de RTMPS' },
    expires: (time: string) => `caduca ${time}`,
    notRecording: 'Este sitio no graba.',
    recordings: 'Grabaciones',
    used: 'Ocupado por grabaciones',
    usedOf: (used, most) => `${used} de ${most}`,
    allRecordings: 'Todas las grabaciones',
    perChannel: 'Máximo por canal',
    noBound: 'Sin límite',
    keptFor: 'Se guardan',
    days: (days: string) => `${days} días`,
    byChannel: 'Por canal',
    ofItsLimit: (username) => `Lo que @${username} puede grabar: usado`,
    nothingRecorded: 'No hay nada grabado.',
    next: 'Lo próximo que se borra',
    nextHint: 'En los próximos dos días, o cuando se grabe una décima parte más. Los canales conservan lo que fijan.',
    nothingNext: 'No se va a borrar nada.',
    reasons: {
      age: 'por su antigüedad',
      'size of the channel': 'porque el canal tiene demasiado',
      'size of all recordings': 'porque el sitio tiene demasiado',
    },
    broadcastOf: (time: string) => `Emisión hasta ${time}`,
  },
})

const brokenParts = inLanguage<Record<AlertFacts['part']['part'], string>>({
  en: {
    database: 'the database does not work',
    sharedState: 'Redis does not work',
    clock: 'the clock is wrong',
    fileHandles: 'nearly all file handles are used',
    hive: 'Hive cannot be reached',
    otherProcesses: 'another process cannot be reached',
    recordingStore: 'recordings cannot be stored',
  },
  es: {
    database: 'la base de datos no funciona',
    sharedState: 'Redis no funciona',
    clock: 'el reloj no va bien',
    fileHandles: 'casi no quedan archivos por abrir',
    hive: 'no se puede llegar a Hive',
    otherProcesses: 'no se puede llegar a otro proceso',
    recordingStore: 'no se pueden guardar las grabaciones',
  },
})

/** Which part of a process does not work, without the reason. */
export function brokenPartText({ process, part }: { process: string; part: string }): string {
  return `${process}: ${brokenParts[part as keyof typeof brokenParts] ?? part}`
}

const alertSentences = inLanguage({
  en: {
    report: ({ thing, username }: AlertFacts['report']) =>
      `${thing === 'account' ? 'An' : 'A'} ${thing} of @${username} is reported.`,
    budget: ({ period, percent }: AlertFacts['budget']) =>
      `${percent} % of the budget of this ${period === 'day' ? 'day' : 'month'} is spent.`,
    disk: ({ process, disk, freeBytes, sizeBytes }: AlertFacts['disk'], { bytes }: Written) =>
      `${process}: the disk with the ${disk === 'data' ? 'data' : 'recordings'} is nearly full, ${bytes(freeBytes)} of ${bytes(sizeBytes)} are free.`,
    process: ({ process, lastSeenAt }: AlertFacts['process'], { time }: Written) =>
      `${process} has not been heard of since ${time(lastSeenAt)}.`,
    part: partSentence,
    certificate: ({ name, expiresAt }: AlertFacts['certificate'], { time }: Written) =>
      `The certificate of ${name} expires ${time(expiresAt)}.`,
    recording: ({ process, broadcasts }: AlertFacts['recording']) =>
      `${process} does not record (broadcasts: ${broadcasts}).`,
  },
  es: {
    report: ({ username }: AlertFacts['report']) => `Hay un reporte sobre @${username}.`,
    budget: ({ period, percent }: AlertFacts['budget']) =>
      `Se gastó el ${percent} % del presupuesto de este ${period === 'day' ? 'día' : 'mes'}.`,
    disk: ({ process, disk, freeBytes, sizeBytes }: AlertFacts['disk'], { bytes }: Written) =>
      `${process}: el disco con ${disk === 'data' ? 'los datos' : 'las grabaciones'} está casi lleno, quedan ${bytes(freeBytes)} de ${bytes(sizeBytes)}.`,
    process: ({ process, lastSeenAt }: AlertFacts['process'], { time }: Written) =>
      `No hay noticias de ${process} desde ${time(lastSeenAt)}.`,
    part: partSentence,
    certificate: ({ name, expiresAt }: AlertFacts['certificate'], { time }: Written) =>
      `El certificado de ${name} caduca ${time(expiresAt)}.`,
    recording: ({ process, broadcasts }: AlertFacts['recording']) => `${process} no graba (emisiones: ${broadcasts}).`,
  },
})

function partSentence(facts: AlertFacts['part']): string {
  return `${brokenPartText(facts)} (${facts.reason}).`
}

/** What is wrong, in the page's language. */
export function alertText({ kind, facts }: Pick<Alert, 'kind' | 'facts'>, written: Written): string {
  const write = alertSentences[kind] as (of: unknown, written: Written) => string
  return write(facts, written)
}
