import type { Json } from '../../../fields/field-type.ts'
import { isTicked, type TypedForm, textOf, textsOf } from '../typed-form.ts'
import type { Input, InputKind } from './input.ts'

/**
 * Converts values of one kind of input to the texts of a form, and back. `read` accepts what `write` returns, even
 * after users have edited it.
 */
export interface Codec {
  /** Returns the form's texts for a value, by input name. */
  readonly write: (value: Json, path: string, input: Input) => TypedForm
  /**
   * Returns the submitted value: `null` if there is none, `undefined` to keep the current value. An invalid text stays
   * text, so that validation reports it.
   * @param now the value from which the form was made
   */
  readonly read: (form: TypedForm, path: string, input: Input, now: Json | undefined) => Json | undefined
}

/** Makes a codec for a value in a single input. */
function ofText(show: (value: Json, input: Input) => string, parse: (text: string, input: Input) => Json): Codec {
  return {
    write: (value, path, input) => {
      if (value === null) return { [path]: '' }
      // Values that the short form cannot express are written as JSON.
      const spellings = [show(value, input), JSON.stringify(value, null, 2)]
      const says = (text: string) =>
        text !== '' && text === text.trim() && JSON.stringify(parse(text, input)) === JSON.stringify(value)
      return { [path]: spellings.find(says) ?? spellings[0] ?? '' }
    },
    read: (form, path, input) => {
      const text = textOf(form, path)
      return text === '' ? null : parse(text, input)
    },
  }
}

/** Makes a codec for one value per line. JSON is accepted as well. */
function ofLines(
  show: (value: Json) => readonly string[],
  parse: (lines: readonly string[], input: Input) => Json,
): Codec {
  return ofText(
    (value) => (typeof value === 'object' ? show(value).join('\n') : String(value)) || JSON.stringify(value),
    (text, input) => {
      const read = readJson(text)
      if (typeof read === 'object') return read
      const lines = text.split('\n').map((line) => line.trim())
      return parse(
        lines.filter((line) => line !== ''),
        input,
      )
    },
  )
}

const plain = ofText(String, (text) => text)
const choice = ofText(String, (text, { choices }) => choices.find((candidate) => String(candidate) === text) ?? text)

export const CODECS: Readonly<Record<InputKind, Codec>> = {
  flag: {
    write: (value, path) => (value === true ? { [path]: 'true' } : {}),
    read: (form, path) => isTicked(form, path),
  },
  switch: ofText(String, (text) => text === 'true' || (text === 'false' ? false : text)),
  text: plain,
  number: ofText(String, (text) => (Number.isFinite(Number(text)) ? Number(text) : text)),
  choice,
  collection: plain,
  json: ofText((value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)), readJson),
  lines: ofLines(
    (value) => Object.values(value ?? {}).map(String),
    (lines, { inputs }) => lines.map((line) => readLine(line, inputs)),
  ),
  pairs: ofLines(
    (value) => Object.entries(value ?? {}).map(([key, inner]) => `${key} = ${inner}`),
    (lines, { inputs }) =>
      Object.fromEntries(lines.map(pairOf).map(([key, text]) => [key, readLine(text ?? '', inputs)])),
  ),
  choices: ofLines(
    (value) => (hasHistory(value) ? [JSON.stringify(value)] : Object.values(value ?? {}).map(showChoice)),
    (lines) => lines.map(pairOf).map(([value, label]) => (label === undefined ? value : { value, label })),
  ),
  ticks: {
    write: (value, path) => ({ [path]: Array.isArray(value) ? value.map(String) : [] }),
    read: (form, path, { choices }, now) => {
      const ticked = textsOf(form, path)
      // Values that were chosen before keep their order.
      const before = Array.isArray(now) ? now.filter((item) => ticked.includes(String(item))) : []
      const others = choices.filter((candidate) => ticked.includes(String(candidate)) && !before.includes(candidate))
      return before.length + others.length === 0 ? null : [...before, ...others]
    },
  },
  group: {
    write: (value, path, { inputs }) => writeInputs(inputs, objectOf(value), path),
    read: (form, path, { inputs }, now) => orNothing(readInputs(inputs, form, objectOf(now), path)),
  },
  rows: {
    write: (value, path, { inputs }) => {
      const rows = Array.isArray(value) ? value : []
      return Object.assign({}, ...rows.map((row, index) => writeInputs(inputs, objectOf(row), `${path}.${index}`)))
    },
    read: (form, path, { inputs }) => {
      const rows = Array.from({ length: rowsIn(form, path) }, (_, index) =>
        orNothing(readInputs(inputs, form, {}, `${path}.${index}`)),
      )
      const typed = rows.filter((row) => row !== null)
      return typed.length === 0 ? null : typed
    },
  },
  variant: {
    write: (value, path, input) => writeInputs(inputsIn(input, path, objectOf(value)), objectOf(value), path),
    read: (form, path, input, now) => {
      const read = readInputs(inputsIn(input, path, form), form, objectOf(now), path)
      return read[input.inputs[0]?.name ?? ''] == null ? null : orNothing(read)
    },
  },
  rule: {
    write: (_value, path) => ({ [path]: 'keep' }),
    read: (form, path) => {
      const rule = textOf(form, path)
      if (rule === 'default') return null
      if (rule === 'roles') return [...textsOf(form, `${path}.roles`)]
      return rule === '' || rule === 'keep' ? undefined : rule
    },
  },
}

/** Values by property; `undefined` for those that a form does not change. */
export interface Values {
  readonly [name: string]: Json | undefined
}

/** Returns the texts of a form with these values. */
export function writeInputs(inputs: readonly Input[], values: Values, path = ''): TypedForm {
  const written = inputs.map((input) => {
    const value = values[input.name]
    return CODECS[input.kind].write(value ?? null, nameIn(path, input), input)
  })
  return Object.assign({}, ...written)
}

/**
 * Returns the values of a form.
 * @param now the values from which the form was made
 */
export function readInputs(inputs: readonly Input[], form: TypedForm, now: Values, path = ''): Values {
  return Object.fromEntries(
    inputs.map((input) => [input.name, CODECS[input.kind].read(form, nameIn(path, input), input, now[input.name])]),
  )
}

/** Returns the name of an input in its form. */
export function nameIn(path: string, { name }: Pick<Input, 'name'>): string {
  return path === '' ? name : `${path}.${name}`
}

/** Returns the number of rows of a list in a form: the submitted ones, and those that were requested in addition. */
export function rowsIn(form: TypedForm, path: string): number {
  const numbers = Object.keys(form)
    .filter((name) => name.startsWith(`${path}.`))
    .flatMap((name) => /^\d{1,3}(?=\.)/.exec(name.slice(path.length + 1))?.[0] ?? [])
  const sent = Math.max(0, ...numbers.map((number) => Number(number) + 1))
  return Math.min(100, textOf(form, '~more') === path ? sent + 3 : sent)
}

/** Returns the inputs of a variant: the discriminator's, and those of its current value. */
export function inputsIn({ inputs, variants }: Input, path: string, source: object): readonly Input[] {
  const [by] = inputs
  if (by === undefined) return []
  const values = source as { readonly [name: string]: unknown }
  const chosen = String(values[`${path}.${by.name}`] ?? values[by.name] ?? '')
  return [by, ...(variants[chosen] ?? [])]
}

/** Returns the submitted properties; `null` if there are none, or only unchecked boxes. */
function orNothing(read: { readonly [name: string]: Json | undefined }): Json {
  const typed = Object.entries(read).filter((entry): entry is [string, Json] => entry[1] != null)
  return typed.some(([, value]) => value !== false) ? Object.fromEntries(typed) : null
}

function objectOf(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { [name: string]: Json }) : {}
}

function readLine(text: string, [input]: readonly Input[]): Json {
  return input === undefined ? text : (CODECS[input.kind].read({ [input.name]: text }, input.name, input, null) ?? text)
}

/** Parses `key = value`; without `=`, the value is undefined. */
function pairOf(line: string): readonly [string, string | undefined] {
  const at = line.indexOf('=')
  return at === -1 ? [line, undefined] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

/** Tells whether any choice has properties that a line of text cannot express, such as its former name. */
function hasHistory(value: Json): boolean {
  return Object.values(value ?? {}).some(
    (item: Json) =>
      typeof item === 'object' && item !== null && Object.keys(item).some((key) => key !== 'value' && key !== 'label'),
  )
}

function showChoice(choice: Json): string {
  const { value, label } = objectOf(choice)
  if (value === undefined) return String(choice)
  return label === undefined ? String(value) : `${value} = ${label}`
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
