/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from '../../ui/index.ts'

interface ChosenProps {
  readonly id: string
  /** Name of the input that holds the id. */
  readonly path: string
  readonly label: string
  /** Shows an icon of a picture before the name. */
  readonly picture?: boolean
  /** True if the picker allows several choices, whose order can be changed. */
  readonly isMany?: boolean
}

/** A choice of a picker: its name for people, and the id that is submitted. */
export function Chosen({ id, path, label, picture = false, isMany = false }: ChosenProps) {
  return (
    <li class="flex min-h-8 items-center gap-1 rounded-md border bg-muted/50 py-0.5 pl-2 text-sm">
      <input type="hidden" name={path} value={id} />
      {picture && <Icon name="image" />}
      <span class="wrap-anywhere" data-text>
        {label}
      </span>
      {isMany && (
        <ChosenButton action="earlier" icon="chevron-left" label={t('Move {title} forward', { title: label })} />
      )}
      {isMany && <ChosenButton action="later" icon="chevron-right" label={t('Move {title} back', { title: label })} />}
      <ChosenButton action="remove" icon="x" label={t('Remove {title}', { title: label })} />
    </li>
  )
}

function ChosenButton({
  action,
  icon,
  label,
}: {
  action: 'earlier' | 'later' | 'remove'
  icon: 'chevron-left' | 'chevron-right' | 'x'
  label: string
}) {
  return (
    <button
      type="button"
      class="btn"
      data-variant="ghost"
      data-size="icon-xs"
      data-chosen-action={action}
      aria-label={label}
    >
      <Icon name={icon} class="size-3" />
    </button>
  )
}
