import { inLanguage } from '../language/in-language.ts'

/** The form of a tip. It comes with its own code: few viewers open it. */
export const tipFormTexts = inLanguage({
  en: {
    title: (channel: string) => `Tip @${channel}`,
    amount: 'Amount',
    usual: 'Suggestions',
    currency: 'Currency',
    message: 'Message (optional)',
    hint: 'Everyone can read your message on the blockchain. Your wallet will ask for your active key.',
    send: 'Send tip',
    sendAmount: (amount: string) => `Send tip of ${amount}`,
    sent: (channel: string) => `Your tip to @${channel} is on its way`,
    amountInvalid: 'Enter an amount such as 1 or 2.5, with up to three decimals.',
    ownChannel: 'You cannot tip your own channel.',
    walletSilent: 'Your wallet did not respond. Check your balance before you try again.',
    failed: 'The tip could not be sent.',
  },
  es: {
    title: (channel) => `Propina para @${channel}`,
    amount: 'Importe',
    usual: 'Sugerencias',
    currency: 'Moneda',
    message: 'Mensaje (opcional)',
    hint: 'Cualquiera puede leer tu mensaje en la cadena de bloques. Tu monedero te pedirá tu clave activa.',
    send: 'Enviar propina',
    sendAmount: (amount) => `Enviar propina de ${amount}`,
    sent: (channel) => `Tu propina para @${channel} va en camino`,
    amountInvalid: 'Escribe un importe como 1 o 2,5, con tres decimales como máximo.',
    ownChannel: 'No puedes enviarte una propina a ti.',
    walletSilent: 'Tu monedero no respondió. Comprueba tu saldo antes de intentarlo de nuevo.',
    failed: 'No se pudo enviar la propina.',
  },
})
