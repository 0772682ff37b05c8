interface WalletDialogContent {
  hostname: string
  title: string
  /** One name, or the names to choose from. */
  accounts: readonly string[]
  details: readonly { label: string; value: string }[]
  /** If set, the request cannot be approved, and this text says why. */
  obstacle?: string
}

export interface WalletDialog {
  /** The account with which the user approved the request, or undefined if the user cancelled it. */
  readonly decision: Promise<string | undefined>
  /** Cancels the request. */
  close(): void
}

/** Keychain shows this many characters of a text. */
const shownLength = 500

const css = `
dialog { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 0; overflow: auto;
  border: 2px solid #f0a500; border-radius: 12px; background: #1c1b22; color: #f4f4f6; font: 15px/1.5 system-ui, sans-serif; }
dialog::backdrop { background: rgb(0 0 0 / 60%); }
.label { margin: 0; padding: .6rem 1.25rem; background: #f0a500; color: #1c1b22; font-weight: 700; }
.content { padding: 1rem 1.25rem 1.25rem; }
h2 { margin: 0 0 .25rem; font-size: 1.1rem; }
p { margin: 0 0 1rem; color: #c9c8d3; }
dl { margin: 0 0 1rem; }
dt { color: #c9c8d3; font-size: .85rem; }
dd { margin: 0 0 .6rem; overflow-wrap: anywhere; }
select { font: inherit; padding: .3rem; }
.buttons { display: flex; gap: .75rem; }
button { flex: 1; min-height: 44px; border: 1px solid #f0a500; border-radius: 8px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button.approve { background: #f0a500; color: #1c1b22; font-weight: 700; }
button:focus-visible, select:focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
`

/**
 * Asks the user to approve a request. The dialog is a modal `dialog` element in a shadow root: it covers every dialog of the
 * page and makes the rest inert. It uses a constructed style sheet, because the site's content security policy forbids style
 * elements and attributes.
 */
export function openWalletDialog(window: Window, content: WalletDialogContent): WalletDialog {
  const document = window.document
  const host = document.createElement('waggle-sandbox-wallet')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]

  function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string, ...children: Node[]) {
    const node = document.createElement(tag)
    node.append(text, ...children)
    return node
  }

  const dialog = document.createElement('dialog')
  // The element's implicit role, for tools that look for the attribute.
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  dialog.setAttribute('aria-labelledby', 'label')
  dialog.setAttribute('aria-describedby', 'title')
  const label = element('div', 'Waggle sandbox wallet')
  label.id = 'label'
  label.className = 'label'
  const heading = element('h2', content.title)
  heading.id = 'title'

  const accountSelect = document.createElement('select')
  accountSelect.setAttribute('aria-label', 'Account')
  accountSelect.append(...content.accounts.map((name) => new Option(`@${name}`, name)))
  const account = content.accounts.length > 1 ? accountSelect : document.createTextNode(`@${content.accounts[0] ?? ''}`)

  const list = document.createElement('dl')
  list.append(element('dt', 'Account'), element('dd', '', account))
  for (const { label, value } of content.details) {
    const shown = value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
    list.append(element('dt', label), element('dd', shown))
  }

  const approve = element('button', 'Approve')
  approve.className = 'approve'
  const cancel = element('button', 'Cancel')
  for (const button of [approve, cancel]) button.type = 'button'
  const buttons = element('div', '', ...(content.obstacle ? [cancel] : [approve, cancel]))
  buttons.className = 'buttons'

  const body = element('div', '', heading, element('p', content.hostname), list)
  body.className = 'content'
  if (content.obstacle) body.append(element('p', content.obstacle))
  body.append(buttons)
  dialog.append(label, body)
  dialog.tabIndex = -1
  shadow.append(dialog)

  const decision = new Promise<string | undefined>((resolve) => {
    approve.addEventListener('click', () => {
      resolve(content.accounts.length > 1 ? accountSelect.value : content.accounts[0])
      dialog.close()
    })
    cancel.addEventListener('click', () => dialog.close())
    // Also fires for Escape. After an approval, this second resolve() has no effect.
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(undefined)
    })
  })
  dialog.addEventListener('keydown', (event) => {
    // Keeps keys from the page's shortcuts and focus traps.
    event.stopPropagation()
    if (event.key === 'Tab') keepFocusInside(event, shadow, dialog)
  })

  document.body.append(host)
  dialog.showModal()
  // Not a button: if the Enter key that opened the request is still held down, it must not approve it.
  dialog.focus()
  return { decision, close: () => dialog.close() }
}

function keepFocusInside(event: KeyboardEvent, shadow: ShadowRoot, dialog: HTMLElement): void {
  const focusable = [...dialog.querySelectorAll<HTMLElement>('button, select')]
  const first = focusable[0]
  const last = focusable.at(-1)
  const active = shadow.activeElement
  if (event.shiftKey && (active === first || active === dialog)) {
    event.preventDefault()
    last?.focus()
  } else if (!event.shiftKey && active === last) {
    event.preventDefault()
    first?.focus()
  }
}
