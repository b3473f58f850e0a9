import { behaviour } from '../behaviours/behaviour.ts'

const HISTORY = 'lintel:sql-history'
const KEPT = 30

/** The SQL console: loads the editor, explains plans, and stores the history in this browser. */
behaviour('[data-sql-console]', (form) => {
  const area = form.querySelector('textarea')
  if (!(form instanceof HTMLFormElement) || !area) return
  loadEditor(form.dataset.script ?? '')
  const plan = form.querySelector<HTMLButtonElement>('[data-sql-plan]')
  if (plan) startPlan(plan, area)
  const history = form.querySelector<HTMLElement>('[data-sql-history]')
  if (history) showHistory(history, area)
  form.addEventListener('submit', () => remember(area.value))
})

function loadEditor(address: string): void {
  if (document.querySelector(`script[src="${CSS.escape(address)}"]`)) return
  const script = document.createElement('script')
  script.src = address
  // The nonce that the page's policy allows.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
}

/** Makes a button put EXPLAIN QUERY PLAN before the statement that it sends. */
function startPlan(button: HTMLButtonElement, area: HTMLTextAreaElement): void {
  button.hidden = false
  button.addEventListener('click', () => {
    if (!/^\s*EXPLAIN\b/i.test(area.value)) area.value = `EXPLAIN QUERY PLAN\n${area.value}`
  })
}

function showHistory(details: HTMLElement, area: HTMLTextAreaElement): void {
  const list = details.querySelector('ul')
  const all = readHistory()
  if (!list || all.length === 0) return
  details.hidden = false
  for (const text of all) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'w-full truncate rounded-sm px-2 py-1.5 text-left font-mono text-xs hover:bg-accent'
    button.textContent = text.replace(/\s+/g, ' ')
    button.addEventListener('click', () => {
      area.value = text
      area.dispatchEvent(new Event('input'))
      details.removeAttribute('open')
    })
    list.append(document.createElement('li'))
    list.lastElementChild?.append(button)
  }
}

function remember(text: string): void {
  if (text.trim() === '') return
  const others = readHistory().filter((known) => known !== text)
  try {
    localStorage.setItem(HISTORY, JSON.stringify([text, ...others].slice(0, KEPT)))
  } catch {
    // Without storage there is no history.
  }
}

function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(HISTORY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}
