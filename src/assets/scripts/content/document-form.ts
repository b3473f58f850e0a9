import { behaviour } from '../behaviours/behaviour.ts'

const DELAY = 2500

/** `<form data-document>`: warns before what was typed is lost, and saves drafts (`data-autosave`) while somebody types. */
behaviour('form[data-document]', (element) => {
  const form = element as HTMLFormElement
  const state = form.querySelector('[data-save-state]')
  let changes = form.dataset.unsaved === undefined ? 0 : 1
  let saved = 0
  let isLeaving = false
  let timer = 0
  const tell = (text: string): void => {
    if (state) state.textContent = text
  }

  const save = async (): Promise<void> => {
    if (isLeaving) return
    const until = changes
    tell('Saving')
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new FormData(form),
        headers: { accept: 'application/json' },
      })
      if (isLeaving) return
      const problem = answer.ok ? null : await answer.json()
      if (problem) {
        tell(
          answer.status === 412
            ? 'Not saved: somebody else has saved it. Press save to compare.'
            : `Not saved: ${problem.detail ?? problem.title}`,
        )
        return
      }
      const etag = answer.headers.get('etag')
      const input = form.elements.namedItem('~etag')
      if (etag !== null && input instanceof HTMLInputElement) input.value = etag
      saved = until
      tell(`Saved ${new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date())}`)
      if (changes > saved) schedule()
    } catch {
      tell('Not saved: the service cannot be reached. It is tried again.')
      schedule()
    }
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(save, DELAY)
  }

  form.addEventListener('input', () => {
    changes += 1
    tell('Not saved yet')
    if (form.dataset.autosave !== undefined) schedule()
  })
  form.addEventListener('submit', () => {
    isLeaving = true
    clearTimeout(timer)
  })
  window.addEventListener('beforeunload', (event) => {
    if (!isLeaving && changes > saved) event.preventDefault()
  })
})
