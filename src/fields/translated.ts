import type { FieldData } from './field-type.ts'

/** Tells whether a field, or a field nested in it, is localized. */
export function isTranslated({ options }: Pick<FieldData, 'options'>): boolean {
  return options.localized === true || Object.values(options).some(holdsTranslated)
}

function holdsTranslated(option: unknown): boolean {
  if (typeof option !== 'object' || option === null) return false
  if ('kind' in option && 'options' in option) return isTranslated(option as FieldData)
  return Object.values(option).some(holdsTranslated)
}
