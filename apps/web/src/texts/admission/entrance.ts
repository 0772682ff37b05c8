import { inLanguage } from '../language/in-language.ts'

/** The only page that strangers see of a private site. */
export const entranceTexts = inLanguage({
  en: {
    title: 'Members only',
    forMembers: 'This site is for its members. Log in with your Hive account to enter.',
    checking: 'Checking your membership',
    goingIn: 'Entering',
    failed: 'Your membership could not be checked.',
    cookieRefused:
      'Your browser does not keep the cookie that shows that you are a member. Allow cookies for this site, and load the page again.',
    noMember: 'You are not a member',
    noMemberText: (user: string) => `You are logged in as @${user}, and this site is for its members.`,
    askAgain: 'Check again',
    otherAccount: 'Use another account',
    invited: 'You are invited',
    invitedText: (user: string) => `Accept the invitation as @${user} to become a member.`,
    accept: 'Accept and enter',
    acceptFailed: 'The invitation could not be accepted.',
  },
  es: {
    title: 'Solo para miembros',
    forMembers: 'Este sitio es para sus miembros. Inicia sesión con tu cuenta de Hive para entrar.',
    checking: 'Comprobando si eres miembro',
    goingIn: 'Entrando',
    failed: 'No se pudo comprobar si eres miembro.',
    cookieRefused:
      'Tu navegador no guarda la cookie que muestra que eres miembro. Permite las cookies de este sitio y vuelve a cargar la página.',
    noMember: 'No eres miembro',
    noMemberText: (user) => `Iniciaste sesión como @${user}, y este sitio es para sus miembros.`,
    askAgain: 'Comprobar otra vez',
    otherAccount: 'Usar otra cuenta',
    invited: 'Te invitaron',
    invitedText: (user) => `Acepta la invitación como @${user} para ser miembro.`,
    accept: 'Aceptar y entrar',
    acceptFailed: 'No se pudo aceptar la invitación.',
  },
})
