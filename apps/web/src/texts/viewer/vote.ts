import { inLanguage } from '../language/in-language.ts'

/** The weight of a vote, and what votes are worth. */
export const voteTexts = inLanguage({
  en: {
    weight: 'Vote weight',
    votedWith: (percent: number) => `You voted with ${percent}%. Voting with another weight replaces that vote.`,
    voteWith: (percent: number) => `Vote with ${percent}%`,
    worth: (amount: string) => `Worth ${amount}`,
    worthLess: (amount: string) => `Worth less than ${amount}`,
    mana: (percent: number) => `${percent}% voting mana left`,
    votes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
    rewardsDeclined: 'rewards declined',
    paidOut: 'paid out',
    payoutIn: (time: string) => `payout in ${time}`,
    soon: 'less than a minute',
    noPost: 'This broadcast has not been announced on Hive, so there is nothing to vote for.',
  },
  es: {
    weight: 'Peso del voto',
    votedWith: (percent) => `Votaste con un ${percent} %. Si votas con otro peso, sustituyes ese voto.`,
    voteWith: (percent) => `Votar con un ${percent} %`,
    worth: (amount) => `Vale ${amount}`,
    worthLess: (amount) => `Vale menos de ${amount}`,
    mana: (percent) => `queda un ${percent} % de maná`,
    votes: (count) => (count === 1 ? '1 voto' : `${count} votos`),
    rewardsDeclined: 'recompensas rechazadas',
    paidOut: 'pagado',
    payoutIn: (time) => `se paga en ${time}`,
    soon: 'menos de un minuto',
    noPost: 'Esta transmisión no se anunció en Hive, así que no hay nada que votar.',
  },
})
