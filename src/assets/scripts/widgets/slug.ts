import { behaviour } from '../behaviours/behaviour.ts'

/** `<input data-slug-from="title">`: follows the other field while it is empty or has only ever followed. */
behaviour('input[data-slug-from]', (element) => {
  const input = element as HTMLInputElement
  const source = input.form?.elements.namedItem(input.dataset.slugFrom ?? '')
  if (!(source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)) return
  let follows = input.value === ''
  source.addEventListener('input', () => {
    if (follows) input.value = slugOf(source.value)
  })
  input.addEventListener('input', () => {
    follows = input.value === ''
  })
})

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
