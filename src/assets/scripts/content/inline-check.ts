import { behaviour } from '../behaviours/behaviour.ts'
import { pointerReleased } from '../behaviours/pointer-released.ts'
import { fetchRenewed } from '../session/session.ts'
import { showFieldError } from './field-errors.ts'

/**
 * `<form data-check="/admin/content/check?…">`: shows errors of changed fields, using the API's validation. Fields that
 * the user has not changed show no errors before the form is sent.
 */
behaviour('form[data-check]', (element) => {
  const form = element as HTMLFormElement
  const touched = new Set<string>()
  let requests = 0

  const check = async (): Promise<void> => {
    requests += 1
    const number = requests
    try {
      const response = await fetchRenewed(form.dataset.check ?? '', {
        method: 'POST',
        body: new FormData(form),
        headers: { accept: 'application/json' },
      })
      if (!response.ok) return
      const { data } = (await response.json()) as { data: { errors: Readonly<Record<string, string>> } }
      await pointerReleased()
      if (number !== requests) return
      for (const name of touched) showFieldError(form, name, data.errors[name] ?? null)
    } catch {
      // Without a network there is no result; saving reports the problem.
    }
  }

  form.addEventListener('change', (event) => {
    for (const name of namesAround(event.target as Element, form)) touched.add(name)
    void check()
  })
})

/** Returns the names of the input, and of the lists and groups around it. */
function namesAround(target: Element, form: HTMLElement): readonly string[] {
  const names = [
    (target.getAttribute('name') ?? '').replace(/~add$/, ''),
    target.closest<HTMLElement>('[data-name]')?.dataset.name ?? '',
  ]
  for (let around = target.closest('fieldset'); around && form.contains(around); ) {
    names.push((around as HTMLElement).dataset.path ?? '')
    around = around.parentElement?.closest('fieldset') ?? null
  }
  return names.filter((name) => name !== '' && !name.startsWith('~'))
}
