import { inLanguage } from '../language/in-language.ts'

export const upvoteTexts = inLanguage({
  en: {
    upvote: 'Upvote',
    voting: 'Voting...',
    voted: 'Voted!',
    weight: 'Vote weight',
    votedWith: (percent: number) => `You voted with ${percent}%. Voting with another weight replaces that vote.`,
    voteWith: (percent: number) => `Vote with ${percent}%`,
    votes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
    rewardsDeclined: 'rewards declined',
    paidOut: 'paid out',
    earned: (amount: string) => `Earned ${amount}`,
    payoutIn: (time: string) => `payout in ${time}`,
    soon: 'less than a minute',
    noPost: 'This broadcast has not been announced on Hive, so there is nothing to vote for.',
  },
  es: {
    upvote: 'Votar',
    voting: 'Votando...',
    voted: '¡Votado!',
    weight: 'Peso del voto',
    votedWith: (percent) => `Votaste con un ${percent} %. Si votas con otro peso, sustituyes ese voto.`,
    voteWith: (percent) => `Votar con un ${percent} %`,
    votes: (count) => (count === 1 ? '1 voto' : `${count} votos`),
    rewardsDeclined: 'recompensas rechazadas',
    paidOut: 'pagado',
    earned: (amount) => `Ganó ${amount}`,
    payoutIn: (time) => `se paga en ${time}`,
    soon: 'menos de un minuto',
    noPost: 'Esta transmisión no se anunció en Hive, así que no hay nada que votar.',
  },
})
