import { inLanguage } from '../language/in-language.ts'

/** How to log in on a phone, whose browsers take no extensions: loaded with the login's form. */
export const phoneWalletTexts = inLanguage({
  en: {
    openInApp: 'On a phone, open this page in the browser of the Hive Keychain app.',
    getApp: 'Get the app',
    copyAddress: 'Copy the address of this page',
    copied: 'Address copied to clipboard!',
  },
  es: {
    openInApp: 'En un teléfono, abre esta página en el navegador de la aplicación Hive Keychain.',
    getApp: 'Obtener la aplicación',
    copyAddress: 'Copiar la dirección de esta página',
    copied: '¡Dirección copiada al portapapeles!',
  },
})
