import { nearest } from '../../ground/nearest.ts'
import type { FieldData, Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'
import { choiceValue, type SelectChoice } from './select.ts'

export const importing: FieldInImport = { read: readChoice }

function readChoice(value: Json, { options }: FieldData, { text, problem, quote }: ImportReading): Json {
  const word = text(value) ?? ''
  const choices = (options.options as readonly SelectChoice[]).map(choiceValue)
  const found =
    choices.find((choice) => choice === word) ?? choices.find((choice) => choice.toLowerCase() === word.toLowerCase())
  if (found !== undefined) return found
  const near = nearest(word, choices) ?? choices[0]
  problem(
    `“${quote(word)}” is not one of ${choices.join(', ')}. Map it to one of them: values: { ${JSON.stringify(word)}: ${near} }.`,
  )
  return null
}
