/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { message, Prose, t } from '../../../ui/index.ts'
import type { Input, InputKind } from './input.ts'
import { isTicked, type TypedForm, textOf, textsOf } from './typed.ts'

/** Names to choose from, which no schema knows. */
export interface Offered {
  readonly collections?: readonly string[]
  readonly roles?: readonly string[]
}

export interface InputProps {
  readonly input: Input
  /** Text of the inputs, by name. */
  readonly form: TypedForm
  readonly name: string
  readonly offered: Offered
}

export interface ControlProps extends InputProps {
  readonly attributes: { readonly id: string; readonly [attribute: `aria-${string}`]: string | undefined }
}

/** Inputs that hold one text, without their label. */
export const CONTROLS: Readonly<Partial<Record<InputKind, (props: ControlProps) => Child>>> = {
  text: Line,
  number: Line,
  switch: (props) => <Choice {...props} choices={YES_OR_NO.map(([value, label]) => [value, t(label)])} />,
  choice: (props) => <Choice {...props} choices={named(props.input.choices.map(String))} />,
  collection: (props) => <Choice {...props} choices={named(props.offered.collections ?? [])} />,
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

/** A value with what people read. */
export type LabelledChoice = readonly [value: string, label: string]

function named(choices: readonly string[]): readonly LabelledChoice[] {
  return choices.map((choice) => [choice, choice])
}

function Choice({ input, form, name, choices, attributes }: ControlProps & { choices: readonly LabelledChoice[] }) {
  const { placeholder } = input
  const others = choices.filter(([value]) => value !== placeholder)
  const all = [['', placeholder ?? '–'] as const, ...others]
  return <Select name={name} choices={all} chosen={textOf(form, name)} attributes={attributes} />
}

interface SelectProps {
  readonly name: string
  readonly choices: readonly LabelledChoice[]
  readonly chosen: string
  readonly attributes: ControlProps['attributes']
}

export function Select({ name, choices, chosen, attributes }: SelectProps) {
  return (
    <select name={name} class="select w-full" {...attributes}>
      {choices.map(([value, label]) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  )
}

interface TickProps {
  readonly name: string
  readonly checked: boolean
  readonly value?: string
  /** The id of its description. */
  readonly describedBy?: string | undefined
  readonly children: string
}

/** A box with its words beside it. */
export function Tick({ name, checked, value = 'true', describedBy, children }: TickProps) {
  return (
    <label class="label min-h-6 gap-2">
      <input type="checkbox" class="input" name={name} value={value} checked={checked} aria-describedby={describedBy} />
      <span class="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}

/** A box for each choice. */
export function Ticks({ form, name, choices }: Pick<InputProps, 'form' | 'name'> & { choices: readonly string[] }) {
  const ticked = textsOf(form, name)
  return (
    <div class="flex flex-wrap gap-x-6 gap-y-2">
      {choices.map((choice) => (
        <Tick name={name} value={choice} checked={ticked.includes(choice)}>
          {choice}
        </Tick>
      ))}
    </div>
  )
}

/** A box for the input itself. */
export function Flag({ input, form, name }: InputProps) {
  const id = noteOf(input, name)
  return (
    <div>
      <Tick name={name} checked={isTicked(form, name)} describedBy={id}>
        {labelOf(input)}
      </Tick>
      {input.help !== null && (
        <p id={id} class="text-sm text-muted-foreground">
          <Prose text={t(input.help)} />
        </p>
      )}
    </div>
  )
}

export function labelOf({ label, name }: Input): string {
  return label === null ? name : t(label)
}

export function idOf(name: string): string {
  return `input-${name.replaceAll('.', '-')}`
}

/** Id of an input's description; `undefined` where it has none. */
export function noteOf({ help }: Input, name: string): string | undefined {
  return help === null ? undefined : `${idOf(name)}-note`
}
