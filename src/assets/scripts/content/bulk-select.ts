import { behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'

/**
 * `<form data-bulk>`: a checkbox that checks all documents, the number of checked documents, and buttons that are
 * disabled while none is checked.
 */
behaviour('form[data-bulk]', (form) => {
  const all = form.querySelector<HTMLInputElement>('[data-select-all]')
  const rows = () => [...form.querySelectorAll<HTMLInputElement>('[data-select]')]
  const status = form.querySelector<HTMLElement>('[data-selected]')
  const translate = translatorOf(status)
  const show = (): void => {
    const each = rows()
    const count = each.filter(({ checked }) => checked).length
    if (all) {
      all.checked = count === each.length
      all.indeterminate = count > 0 && count < each.length
    }
    if (status)
      status.textContent = count === 0 ? translate('None selected') : translate('{count} selected:', { count })
    const actions = form.querySelectorAll<HTMLButtonElement>('button[type=submit]:not([data-row-action])')
    for (const button of actions) button.disabled = count === 0
  }
  all?.addEventListener('change', () => {
    for (const box of rows()) box.checked = all.checked
  })
  form.addEventListener('change', show)
  show()
})
