/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Refused } from 'lintel'
import { PASSWORD_LENGTH } from 'lintel/kit'
import { errorAt, Icon, t } from 'lintel/ui'

interface PasswordFieldProps {
  readonly label: string
  /** True for a new password, which password managers may generate. */
  readonly isNew?: boolean
  /** A link beside the label; in the tab order it comes after the input. */
  readonly aside?: Child
  readonly refused: Refused | null
}

/** The field `password`. With a script, it has a button that shows the typed password. */
export function PasswordField({ label, isNew = false, aside, refused }: PasswordFieldProps) {
  const error = errorAt(refused?.problem, 'password')
  const note = error ?? (isNew ? rules() : undefined)
  return (
    <div class="field" data-invalid={error === null ? undefined : 'true'}>
      <div class="grid grid-cols-[1fr_auto] items-center gap-y-2.5">
        <label class="label" for="password">
          {label}
        </label>
        <div class="relative col-span-2 row-start-2">
          <input
            id="password"
            name="password"
            type="password"
            class="input pe-10"
            autocomplete={isNew ? 'new-password' : 'current-password'}
            required
            minlength={isNew ? PASSWORD_LENGTH.min : undefined}
            data-max={PASSWORD_LENGTH.max}
            aria-invalid={error === null ? undefined : 'true'}
            aria-describedby={note === undefined ? undefined : 'password-note'}
          />
          <button
            type="button"
            hidden
            data-reveal="password"
            aria-label={t('Show the password')}
            aria-pressed="false"
            class="group absolute inset-y-0 end-0 grid w-10 cursor-pointer place-items-center rounded-md text-muted-foreground hover:text-foreground focus-visible:outline-2 focus-visible:outline-ring"
          >
            <Icon name="eye" class="size-4 group-aria-pressed:hidden" />
            <Icon name="eye-off" class="hidden size-4 group-aria-pressed:block" />
          </button>
        </div>
        {aside && <div class="col-start-2 row-start-1 text-sm">{aside}</div>}
      </div>
      {note !== undefined && (
        <p
          id="password-note"
          role={error === null ? undefined : 'alert'}
          class={`text-sm ${error === null ? 'text-muted-foreground' : 'text-destructive'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}

function rules(): string {
  return t('At least {count} characters, and none of the most common passwords.', { count: PASSWORD_LENGTH.min })
}
