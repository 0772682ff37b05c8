import { inLanguage } from '../language/in-language.ts'

/** What the page says about the wallet while and after it asks it. */
export const walletTexts = inLanguage({
  en: {
    waiting: 'Waiting for Hive Keychain: open the extension and confirm.',
    cancel: 'Cancel',
    cancelled: 'Canceled on this page. If the extension still asks, reject the request there too.',
    keys: { posting: 'posting', active: 'active' },
    wrongKey: (key: string, username: string) =>
      `The ${key} key of @${username} in your wallet is missing or not valid. Add the current ${key} key to your wallet and try again.`,
    maybeNoKey: (key: string, username: string) =>
      `If you did not cancel, check that your wallet holds the ${key} key of @${username}.`,
    install: 'Install Hive Keychain for',
    or: ' or ',
  },
  es: {
    waiting: 'Esperando a Hive Keychain: abre la extensión y confirma.',
    cancel: 'Cancelar',
    cancelled: 'Cancelado en esta página. Si la extensión sigue preguntando, rechaza también allí la solicitud.',
    keys: { posting: 'de publicación', active: 'activa' },
    wrongKey: (key, username) =>
      `La clave ${key} de @${username} falta en tu monedero o no es válida. Añade la clave ${key} actual a tu monedero e inténtalo de nuevo.`,
    maybeNoKey: (key, username) =>
      `Si no cancelaste tú, comprueba que tu monedero tiene la clave ${key} de @${username}.`,
    install: 'Instala Hive Keychain para',
    or: ' o ',
  },
})
