/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Checkbox, message, Select, type SelectOption, t } from '../../../ui/index.ts'
import { isTicked, type TypedForm, textOf, textsOf } from '../typed-form.ts'
import type { Input, InputKind } from './input.ts'

/** Names to choose from that the schema does not contain. */
export interface Offered {
  readonly collections?: readonly string[]
  readonly roles?: readonly string[]
}

export interface InputProps {
  readonly input: Input
  /** Texts of the inputs, by name. */
  readonly form: TypedForm
  readonly name: string
  readonly offered: Offered
}

export interface ControlProps extends InputProps {
  readonly attributes: { readonly id: string; readonly [attribute: `aria-${string}`]: string | undefined }
}

/** Controls of inputs with a single text, without their labels. */
export const CONTROLS: Readonly<Partial<Record<InputKind, (props: ControlProps) => Child>>> = {
  text: Line,
  number: Line,
  switch: (props) => <Choice {...props} options={YES_OR_NO.map(([value, label]) => [value, t(label)])} />,
  choice: (props) => <Choice {...props} options={props.input.choices.map(String)} />,
  collection: (props) => <Choice {...props} options={props.offered.collections ?? []} />,
  lines: Lines,
  pairs: Lines,
  choices: Lines,
  json: Lines,
}

const YES_OR_NO = [
  ['true', message('yes')],
  ['false', message('no')],
] as const

function Line({ input, form, name, attributes }: ControlProps) {
  return (
    <input
      name={name}
      class="input"
      type="text"
      inputmode={input.kind === 'number' ? 'decimal' : undefined}
      value={textOf(form, name)}
      placeholder={input.placeholder === null ? undefined : t(input.placeholder)}
      autocomplete="off"
      {...attributes}
    />
  )
}

function Lines({ form, name, attributes }: ControlProps) {
  return (
    <textarea name={name} class="textarea font-mono text-sm" rows={4} spellcheck={false} {...attributes}>
      {textOf(form, name)}
    </textarea>
  )
}

function Choice({ input, form, name, options, attributes }: ControlProps & { options: readonly SelectOption[] }) {
  const { placeholder } = input
  const others = options.filter((option) => option !== placeholder)
  return (
    <Select
      name={name}
      class="w-full"
      none={placeholder ?? '–'}
      options={others}
      chosen={textOf(form, name)}
      {...attributes}
    />
  )
}

/** Checkboxes, one for each choice. */
export function Ticks({ form, name, choices }: Pick<InputProps, 'form' | 'name'> & { choices: readonly string[] }) {
  const ticked = textsOf(form, name)
  return (
    <div class="flex flex-wrap gap-x-6 gap-y-2">
      {choices.map((choice, index) => (
        <Checkbox
          id={idOf(`${name}.${index}`)}
          name={name}
          value={choice}
          checked={ticked.includes(choice)}
          label={choice}
        />
      ))}
    </div>
  )
}

/** A labelled checkbox for an input that is on or off. */
export function Flag({ input, form, name }: InputProps) {
  const help = input.help && t(input.help)
  return <Checkbox id={idOf(name)} name={name} checked={isTicked(form, name)} label={labelOf(input)} help={help} />
}

export function labelOf({ label, name }: Input): string {
  return label === null ? name : t(label)
}

export function idOf(name: string): string {
  return `input-${name.replaceAll('.', '-')}`
}

/** Returns the id of an input's description; `undefined` if the input has no description. */
export function noteOf({ help }: Input, name: string): string | undefined {
  return help === null ? undefined : `${idOf(name)}-note`
}
