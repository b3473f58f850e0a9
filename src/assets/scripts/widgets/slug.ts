import { behaviour } from '../behaviours/behaviour.ts'

/** `<input data-slug-from="title">`: an empty input follows the other field until the user types a slug. */
behaviour('input[data-slug-from]', (element) => {
  const input = element as HTMLInputElement
  const source = input.form?.elements.namedItem(input.dataset.slugFrom ?? '')
  if (!(source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)) return
  let follows = input.value === ''
  source.addEventListener('input', () => {
    if (follows) input.value = slugOf(source.value, Number(input.dataset.max))
  })
  input.addEventListener('input', () => {
    follows = input.value === ''
  })
})

/** Returns the slug as the service makes it, truncated to the limit. */
function slugOf(text: string, max: number): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, max)
    .replace(/-+$/, '')
}
