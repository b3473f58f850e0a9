import { behaviour } from '../behaviours/behaviour.ts'
import { FILES } from './events.ts'

/** The upload form: files are sent by the uploader, which supports larger ones and shows the progress of each. */
behaviour('form[data-media-form]', (form) => {
  const input = form.querySelector<HTMLInputElement>('input[type=file]')
  const hint = form.querySelector<HTMLElement>('[data-media-hint]')
  if (hint) hint.hidden = false
  form.addEventListener('submit', (event) => {
    const files = [...(input?.files ?? [])]
    if (files.length === 0 || !input) return
    event.preventDefault()
    document.dispatchEvent(new CustomEvent(FILES, { detail: files }))
    input.value = ''
  })
})
