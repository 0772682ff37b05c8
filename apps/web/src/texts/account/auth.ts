import { inLanguage } from '../language/in-language.ts'

/** The login dialog and the login page. */
export const authTexts = inLanguage({
  en: {
    loginTitle: 'Login with Hive Keychain',
    documentTitle: 'Login',
    username: 'Hive Username',
    usernamePlaceholder: 'username',
    submit: 'Sign with Keychain',
    busy: 'Authenticating...',
    waiting: 'Approve the request in your wallet window.',
    walletSilent: 'Your wallet did not respond. Unlock it and try again.',
    walletCancelled: (username: string) =>
      `If you did not cancel, check that your wallet holds the posting key of @${username}.`,
    sandboxAccounts: 'Sandbox accounts',
    sandboxHint:
      'This site runs on a local test chain where nothing is real. Pick an account, and the built-in wallet signs for it.',
    noWallet: 'No wallet yet?',
    signWith: 'Sign with',
    wallets: { sandbox: 'Built-in sandbox wallet', extension: 'Hive Keychain extension' },
    extensionHint: (node: string) =>
      `The extension signs with the accounts that it holds. Add ${node} as a node in its settings to use it here.`,
    renewTitle: 'Sign again to continue',
    renewText: (user: string) =>
      `Your session has ended. Sign with your wallet to continue as @${user}. The page stays as it is.`,
    renewLater: 'You can also close this: the page asks again when something needs your login.',
    noPassword:
      'To log you in, your wallet signs a message. You need no password, and your keys never leave the wallet.',
    loggedInAs: (user: string) => `You are logged in as @${user}`,
    continue: 'Continue',
  },
  es: {
    loginTitle: 'Iniciar sesión con Hive Keychain',
    documentTitle: 'Iniciar sesión',
    username: 'Usuario de Hive',
    usernamePlaceholder: 'usuario',
    submit: 'Firmar con Keychain',
    busy: 'Autenticando...',
    waiting: 'Aprueba la solicitud en la ventana de tu monedero.',
    walletSilent: 'Tu monedero no respondió. Desbloquéalo e inténtalo de nuevo.',
    walletCancelled: (username) =>
      `Si no cancelaste tú, comprueba que tu monedero tiene la clave de publicación de @${username}.`,
    sandboxAccounts: 'Cuentas de prueba',
    sandboxHint:
      'Este sitio funciona sobre una cadena de pruebas local donde nada es real. Elige una cuenta y el monedero incluido firmará por ella.',
    noWallet: '¿Aún no tienes monedero?',
    signWith: 'Firmar con',
    wallets: { sandbox: 'Monedero de pruebas incluido', extension: 'Extensión Hive Keychain' },
    extensionHint: (node) =>
      `La extensión firma con las cuentas que tiene. Añade ${node} como nodo en sus ajustes para usarla aquí.`,
    renewTitle: 'Firma de nuevo para continuar',
    renewText: (user) =>
      `Tu sesión terminó. Firma con tu monedero para continuar como @${user}. La página se queda como está.`,
    renewLater: 'También puedes cerrar esto: la página volverá a preguntar cuando algo necesite tu sesión.',
    noPassword:
      'Para iniciar sesión, tu monedero firma un mensaje. No necesitas contraseña y tus claves nunca salen del monedero.',
    loggedInAs: (user) => `Has iniciado sesión como @${user}`,
    continue: 'Continuar',
  },
})
