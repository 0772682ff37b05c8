// Says so when the app's script does not arrive (rule SHELL-10). A separate file, because the content security policy forbids inline
// scripts. The texts are those of src/texts/site.ts, which is a part of the script that is missing.
;(() => {
  const timeoutMs = 120_000
  const texts = {
    en: ['This page could not be loaded', 'A part of the site did not arrive. Check your connection.', 'Try again'],
    es: ['No se pudo cargar esta página', 'Una parte del sitio no llegó. Comprueba tu conexión.', 'Intentar de nuevo'],
  }

  function report() {
    const root = document.getElementById('root')
    // src/main.tsx sets this when it starts.
    if (!root || document.documentElement.dataset.app === 'started') return
    const language = navigator.language.startsWith('es') ? 'es' : 'en'
    let chosen = null
    try {
      chosen = localStorage.getItem('waggle.language')
    } catch {
      // Storage is forbidden: the browser's language decides.
    }
    const [title, hint, again] = texts[chosen] ?? texts[language]
    const message = document.createElement('main')
    message.className = 'card'
    message.setAttribute('role', 'alert')
    const add = (name, text) => {
      const element = message.appendChild(document.createElement(name))
      element.textContent = text
      return element
    }
    add('h1', title)
    add('p', hint)
    add('button', again).addEventListener('click', () => location.reload())
    root.replaceChildren(message)
  }

  setTimeout(report, timeoutMs)
  // The browser fires this when the app's script has run or has failed.
  if (document.readyState === 'complete') report()
  else addEventListener('load', report)
})()
