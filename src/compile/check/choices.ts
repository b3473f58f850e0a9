import { atValue } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import type { Check } from './context.ts'

/** Checks that choices which are no longer accepted name an accepted one as their successor. */
export const checkReplacedChoices: Check = ({ fields, fieldTypes }) =>
  fields.flatMap(({ field, label }) => {
    const option = fieldTypes[field.kind]?.choices ?? ''
    const choices: unknown = (field.options as Readonly<Record<string, unknown>>)[option]
    if (!Array.isArray(choices)) return []
    const declared = choices as readonly (string | { readonly value: string; readonly replacedBy?: string })[]
    const accepted = declared.flatMap((choice) => {
      if (typeof choice === 'string') return [choice]
      return choice.replacedBy === undefined ? [choice.value] : []
    })
    return declared.flatMap((choice, index) => {
      const successor = typeof choice === 'string' ? undefined : choice.replacedBy
      if (successor === undefined || accepted.includes(successor)) return []
      return [
        {
          code: 'invalid-option' as const,
          message: `A choice of ${label} is replaced by '${successor}', which is not one of the choices.`,
          ...didYouMean(successor, accepted),
          at: atValue(field, option, index),
        },
      ]
    })
  })
