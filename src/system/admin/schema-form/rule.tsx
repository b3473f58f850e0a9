/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { message, Select, t } from '../../../ui/index.ts'
import { textOf } from '../typed-form.ts'
import { type InputProps, idOf, labelOf, Ticks } from './controls.tsx'

/** Rules that are a single word. */
const RULES = [
  ['default', message('The default for every collection')],
  ['public', message('Everyone')],
  ['authenticated', message('Everyone signed in')],
  ['roles', message('The roles ticked below, and administrators')],
  ['nobody', message('Nobody')],
] as const

/** Control for an access rule: the current one, which may have conditions, or one that a form can express. */
export function Rule({ input, form, name, offered }: InputProps) {
  const rules = RULES.map(([rule, label]) => [rule, t(label)] as const)
  return (
    <>
      <Select
        id={idOf(name)}
        name={name}
        class="w-full"
        options={[['keep', t('Current rule: {words}', { words: input.now ?? '' })], ...rules]}
        chosen={textOf(form, name)}
        aria-label={labelOf(input)}
      />
      <div class="pl-1">
        <Ticks form={form} name={`${name}.roles`} choices={offered.roles ?? []} />
      </div>
    </>
  )
}
