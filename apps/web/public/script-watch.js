// Says so when the app's script does not arrive (rule SHELL-10). The server puts it into the page, whose policy names it by its hash
// (apps/server/src/core/pages/built/inline-scripts.ts). The texts are those of src/texts/site.ts, which is a part of the script that is
// missing.
;(() => {
  const timeoutMs = 120_000
  const texts = {
    en: ['This page could not be loaded', 'Part of the site did not load. Check your connection.', 'Try again'],
    es: ['No se pudo cargar esta página', 'Una parte del sitio no llegó. Comprueba tu conexión.', 'Intentar de nuevo'],
  }

  function report(isOverdue) {
    const root = document.getElementById('root')
    // src/main.ts and src/start-app.tsx set this when they start.
    const { app } = document.documentElement.dataset
    if (!root || app === 'started' || (app === 'starting' && !isOverdue)) return
    // The languages that the site offers (src/texts/language/language.ts).
    const offered = (document.documentElement.dataset.languages ?? 'en es').split(' ')
    const browser = navigator.language.split('-')[0]
    const language = offered.includes(browser) ? browser : offered[0]
    let chosen = null
    try {
      chosen = localStorage.getItem('waggle.language')
    } catch {
      // Storage is forbidden: the browser's language decides.
    }
    const [title, hint, again] = (offered.includes(chosen) && texts[chosen]) || texts[language]
    const message = document.createElement('main')
    message.setAttribute('role', 'alert')
    message.style.cssText =
      'display: grid; justify-items: center; gap: 12px; max-width: 32rem; margin: 22vh auto 0; padding: 16px; text-align: center'
    const add = (name, text) => {
      const element = message.appendChild(document.createElement(name))
      element.textContent = text
      return element
    }
    add('h1', title)
    add('p', hint)
    const button = add('button', again)
    button.style.cssText =
      'min-height: 44px; margin-top: 12px; padding: 0 20px; border: 0; border-radius: 10px; background: var(--accent-fill); color: var(--on-accent); font-weight: 650'
    button.addEventListener('click', () => location.reload())
    root.replaceChildren(message)
  }

  setTimeout(() => report(true), timeoutMs)
  // The browser fires this when the page's first script has run or has failed.
  if (document.readyState === 'complete') report(false)
  else addEventListener('load', () => report(false))
  // Fired by src/main.ts.
  addEventListener('app-failed', () => report(true))
})()
