/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import { Field, Prose, t } from '../../../ui/index.ts'
import type { TypedForm } from '../typed-form.ts'
import { inputsIn, nameIn, rowsIn } from './codecs.ts'
import { CONTROLS, Flag, type InputProps, idOf, labelOf, noteOf, type Offered, Ticks } from './controls.tsx'
import type { Input, InputKind } from './input.ts'
import { Rule } from './rule.tsx'

export interface SchemaFormProps {
  readonly inputs: readonly Input[]
  /** Texts of the inputs, by name: the submitted ones, or `writeInputs` of the current values. */
  readonly form: TypedForm
  /** Prefix of the inputs' names. */
  readonly path?: string
  readonly offered?: Offered
}

/** Inputs derived from a schema. */
export function SchemaForm({ inputs, form, path = '', offered = {} }: SchemaFormProps) {
  const groups = groupFlags(inputs)
  return (
    <>
      {groups.map((group) => {
        const shown = group.map((input) => <Shown {...{ input, form, offered, name: nameIn(path, input) }} />)
        return group.length === 1 ? shown : <Flags>{shown}</Flags>
      })}
    </>
  )
}

/** Groups consecutive checkboxes; everything else is separate. */
function groupFlags(inputs: readonly Input[]): readonly (readonly Input[])[] {
  const groups: Input[][] = []
  for (const input of inputs) {
    const last = groups.at(-1)
    if (input.kind === 'flag' && last?.[0]?.kind === 'flag') last.push(input)
    else groups.push([input])
  }
  return groups
}

function Flags({ children }: PropsWithChildren) {
  return (
    <fieldset class="flex flex-wrap gap-x-6 gap-y-2">
      <legend class="sr-only">{t('Properties')}</legend>
      {children}
    </fieldset>
  )
}

function Shown(props: InputProps) {
  const { input, name } = props
  const Several = SEVERAL[input.kind]
  const Control = CONTROLS[input.kind]
  if (Several)
    return (
      <Fieldset input={input} name={name}>
        <Several {...props} />
      </Fieldset>
    )
  if (!Control) return <Flag {...props} />
  const id = idOf(name)
  return (
    <Field id={id} label={labelOf(input)} help={input.help && t(input.help)} required={input.isRequired}>
      <Control {...props} attributes={{ id, 'aria-describedby': noteOf(input, name) }} />
    </Field>
  )
}

/** Components for kinds that consist of several inputs. */
const SEVERAL: Readonly<Partial<Record<InputKind, (props: InputProps) => Child>>> = {
  ticks: ({ input, ...props }) => <Ticks {...props} choices={input.choices.map(String)} />,
  rule: Rule,
  group: ({ input, ...props }) => <Inside {...props} inputs={input.inputs} />,
  variant: ({ input, ...props }) => (
    <>
      <Inside {...props} inputs={inputsIn(input, props.name, props.form)} />
      <Again name="~show" value={props.name}>
        {t('Show its options')}
      </Again>
    </>
  ),
  rows: Rows,
}

function Fieldset({ input, name, children }: PropsWithChildren<Pick<InputProps, 'input' | 'name'>>) {
  const { help, isRequired } = input
  const id = noteOf(input, name)
  return (
    <fieldset class="flex min-w-0 flex-col gap-2" aria-describedby={id}>
      <legend class="mb-2 text-sm font-medium">
        {labelOf(input)}
        {isRequired && (
          <span class="text-destructive" aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      {help !== null && (
        <p id={id} class="mb-1 text-sm text-muted-foreground">
          <Prose text={t(help)} />
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** Inputs of an object, visually separated from those around it. */
function Inside({ name, ...props }: Omit<InputProps, 'input'> & { readonly inputs: readonly Input[] }) {
  return (
    <div class="flex flex-col gap-4 border-l-2 pl-4">
      <SchemaForm {...props} path={name} />
    </div>
  )
}

/** Inputs of each object of a list: short ones without descriptions side by side, all others stacked. */
function Rows({ input, form, name, offered }: InputProps) {
  const isShort =
    input.inputs.length <= 4 && input.inputs.every(({ kind, help }) => help === null && SHORT.includes(kind))
  return (
    <>
      {Array.from({ length: rowsIn(form, name) }, (_, index) => {
        const path = `${name}.${index}`
        return isShort ? (
          <div class="mb-2 grid grid-cols-2 items-center gap-2 sm:mb-0 sm:grid-cols-[1fr_8rem_1fr_auto]">
            {input.inputs.map((inner) => (
              <Cell input={inner} form={form} name={nameIn(path, inner)} offered={offered} row={index + 1} />
            ))}
          </div>
        ) : (
          <Inside form={form} name={path} offered={offered} inputs={input.inputs} />
        )
      })}
      <div>
        <Again name="~more" value={name}>
          {t('More rows')}
        </Again>
      </div>
    </>
  )
}

const SHORT: readonly InputKind[] = ['text', 'number', 'switch', 'choice', 'collection', 'flag']

/** An input of a row, whose label contains the row's number. */
function Cell({ row, ...props }: InputProps & { readonly row: number }) {
  const { input, name } = props
  const Control = CONTROLS[input.kind]
  if (!Control) return <Flag {...props} />
  const label = input.label === null ? `${input.name} ${row}` : t(input.label, { number: row })
  return <Control {...props} attributes={{ id: idOf(name), 'aria-label': label }} />
}

/** A button that shows the form again with other inputs. */
function Again({ name, value, children }: PropsWithChildren<{ name: string; value: string }>) {
  return (
    <button
      type="submit"
      class="btn w-fit"
      data-variant="outline"
      data-size="sm"
      name={name}
      value={value}
      formnovalidate
    >
      {children}
    </button>
  )
}
