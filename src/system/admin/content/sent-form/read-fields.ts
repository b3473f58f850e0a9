import type { FieldData, Json } from '../../../../fields/field-type.ts'
import type { Inputs } from '../../../../fields/in-admin.ts'
import { inAdmin } from '../../kinds.ts'
import { isLanguages, readLanguages } from '../../languages/languages.ts'
import type { SentForm } from '../objects.ts'
import { textsIn } from './texts.ts'

/** Values of the fields in a form, and what the form needs to show errors. */
export interface FormReading {
  readonly values: { readonly [name: string]: Json }
  /** Texts that could not be parsed as values, by their path in the document. */
  readonly typed: ReadonlyMap<string, string>
  /** Names of inputs, by the path of their value in the document. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Reads a document's fields from a form. Text that is not a valid number, date or JSON stays text, so that the API
 * reports the error and the form shows the text again.
 */
export function readFields(form: SentForm, fields: readonly FieldData[]): FormReading {
  const reading = { form, typed: new Map<string, string>(), names: new Map<string, string>() }
  const values = Object.fromEntries(
    fields.map((field) => [field.name, inputsAt(reading, field.name, field.name).value(field)]),
  )
  return { values, typed: reading.typed, names: reading.names }
}

interface Reading {
  readonly form: SentForm
  readonly typed: Map<string, string>
  readonly names: Map<string, string>
}

/** Creates the inputs at a path, which is `name` with positions in place of the keys of items. */
function inputsAt(reading: Reading, name: string, path: string): Inputs {
  const { form, typed, names } = reading
  names.set(path, name)
  const texts = (part = '') => textsIn(form, name + part)
  const inputs: Inputs = {
    texts,
    text: (part) => texts(part)[0] ?? '',
    keep: (text) => {
      typed.set(path, text)
      return text
    },
    keys: () => texts('[]').filter((key) => /^[\w-]+$/.test(key)),
    item: (key, index) => inputsAt(reading, `${name}.${key}`, `${path}.${index}`),
    value: (field) => read(inputs, field),
    members: (fields) =>
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          inputsAt(reading, `${name}.${field.name}`, `${path}.${field.name}`).value(field),
        ]),
      ),
  }
  return inputs
}

function read(inputs: Inputs, field: FieldData): Json {
  if (isLanguages(field)) return readLanguages(inputs, field)
  const { read } = inAdmin(field)
  return read ? read(inputs, field) : inputs.text() || null
}
