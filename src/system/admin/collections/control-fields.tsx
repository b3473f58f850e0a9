/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Json } from '../../../config/fields/field-type.ts'
import { Field, t } from '../../../ui/index.ts'
import { type Control, OPTION_LABELS, showValue } from './controls.ts'
import { isTicked, type TypedForm, textOf } from './typed.ts'

export interface ControlsProps {
  readonly controls: readonly Control[]
  /** What the file says now. */
  readonly options: { readonly [option: string]: Json }
  /** What was typed; `null` where nothing was yet. */
  readonly form: TypedForm | null
  /** What a reference may lead to. */
  readonly targets: readonly string[]
}

/** Inputs for the options of a field. */
export function ControlFields({ controls, options, form, targets }: ControlsProps) {
  const texts = controls.filter(({ kind }) => kind !== 'flag')
  const flags = controls.filter(({ kind }) => kind === 'flag')
  return (
    <>
      <fieldset class="flex flex-wrap gap-x-6 gap-y-2">
        <legend class="sr-only">{t('Properties')}</legend>
        {flags.map(({ option }) => (
          <Tick name={option} checked={form ? isTicked(form, option) : options[option] === true}>
            {labelOf(option)}
          </Tick>
        ))}
      </fieldset>
      {texts.map((control) => (
        <Field id={`option-${control.option}`} label={labelOf(control.option)}>
          <Input
            control={control}
            text={form ? textOf(form, control.option) : showValue(control, options[control.option])}
            targets={targets}
          />
        </Field>
      ))}
    </>
  )
}

export function labelOf(option: string): string {
  const label = OPTION_LABELS[option]
  return label === undefined ? option : t(label)
}

interface TickProps {
  readonly name: string
  readonly checked: boolean
  readonly value?: string
  readonly children: string
}

/** A box with its words beside it. */
export function Tick({ name, checked, value = 'true', children }: TickProps) {
  return (
    <label class="label min-h-6 gap-2">
      <input type="checkbox" class="input" name={name} value={value} checked={checked} />
      {children}
    </label>
  )
}

function Input({ control, text, targets }: { control: Control; text: string; targets: readonly string[] }) {
  const { option, kind, choices } = control
  const id = `option-${option}`
  if (kind === 'choice' || kind === 'collection') {
    const known = kind === 'choice' ? choices : targets
    return (
      <select id={id} name={option} class="select w-full">
        <option value="">–</option>
        {known.map((choice) => (
          <option value={choice} selected={choice === text}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'lines' || kind === 'json') {
    return (
      <textarea id={id} name={option} class="textarea font-mono text-sm" rows={4} spellcheck={false}>
        {text}
      </textarea>
    )
  }
  return (
    <input
      id={id}
      name={option}
      class="input"
      type="text"
      inputmode={kind === 'number' ? 'decimal' : undefined}
      value={text}
    />
  )
}
