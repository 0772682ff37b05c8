import { inLanguage } from '../language/in-language.ts'

/** The channels that the user follows, and recommended ones (rules FOLLOW). */
export const followingTexts = inLanguage({
  en: {
    following: 'Following',
    loginRequired: 'Login Required',
    loginToSee: 'You need to be logged in to see your followed channels.',
    loadingFollowing: 'Loading your followed channels...',
    errorFollowing: 'Error Loading Following',
    followingNobody: "You're not following anyone yet",
    pressTheHeart: 'Press the heart on a channel to follow it, and it appears here.',
    browseDirectory: 'Browse the directory',
    liveUnknown: 'Could not check who is live.',
    liveNow: (count: number) => `Live Now (${count})`,
    noneLive: 'None of the channels you follow is live right now.',
    offline: (count: number) => `Offline (${count})`,
    noneOffline: 'Every channel you follow is live.',
    lastSeen: (when: string) => `Last seen: ${when}`,
    summary: (all: number, live: number, offline: number) =>
      `Following ${all} channel(s) • ${live} live • ${offline} offline`,
    recommended: 'Recommended for you',
  },
  es: {
    following: 'Siguiendo',
    loginRequired: 'Hace falta iniciar sesión',
    loginToSee: 'Inicia sesión para ver los canales que sigues.',
    loadingFollowing: 'Cargando los canales que sigues...',
    errorFollowing: 'Error al cargar los canales que sigues',
    followingNobody: 'Todavía no sigues a nadie',
    pressTheHeart: 'Pulsa el corazón de un canal para seguirlo y aparecerá aquí.',
    browseDirectory: 'Explorar el directorio',
    liveUnknown: 'No se pudo comprobar quién está en vivo.',
    liveNow: (count) => `En vivo (${count})`,
    noneLive: 'Ninguno de los canales que sigues está en vivo ahora mismo.',
    offline: (count) => `Desconectados (${count})`,
    noneOffline: 'Todos los canales que sigues están en vivo.',
    lastSeen: (when) => `Última vez: ${when}`,
    summary: (all, live, offline) =>
      `Sigues ${all} ${all === 1 ? 'canal' : 'canales'} • ${live} en vivo • ${offline} ${offline === 1 ? 'desconectado' : 'desconectados'}`,
    recommended: 'Recomendados para ti',
  },
})
