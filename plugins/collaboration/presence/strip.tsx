/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Alert, Time, t } from 'lintel/ui'
import { initialsOf } from '../people.ts'
import type { PersonHere, Presence } from './presence.ts'

/**
 * Everybody else in a document, by their initials, below a note about the person who edits it, with a button to take
 * over.
 */
export function Strip({ presence }: { presence: Presence }) {
  const [first] = presence.others
  if (first === undefined) return null
  return (
    <>
      {first.editingSince !== null && <Editing presence={presence} first={first} />}
      <div class="flex flex-wrap items-center gap-2 text-sm">
        <span class="text-muted-foreground">{t('Also here:')}</span>
        <ul class="flex flex-wrap gap-2">
          {presence.others.map(({ person: { name } }) => (
            <li class="flex items-center gap-1.5">
              <span class="grid size-6 place-items-center rounded-full bg-muted text-xs font-medium" aria-hidden="true">
                {initialsOf(name ?? '')}
              </span>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

interface EditingProps {
  readonly presence: Presence
  readonly first: PersonHere
}

function Editing({ presence, first: { person, editingSince } }: EditingProps) {
  const { collection, document, isTakenOver } = presence
  const name = person.name ?? ''
  return (
    <Alert
      kind="note"
      title={isTakenOver ? t('{name} has taken over.', { name }) : t('{name} is editing this document.', { name })}
    >
      <div class="grid justify-items-start gap-2">
        <p>
          {t('Since')} <Time at={editingSince} />.{' '}
          {isTakenOver
            ? t('What you have typed stays in this tab. When you save, you first see what has changed in the meantime.')
            : t('You can read, or take over. Nothing that {name} has typed is lost.', { name })}
        </p>
        <form method="post" action="/admin/collaboration/presence/take-over">
          <input type="hidden" name="collection" value={collection} />
          <input type="hidden" name="document" value={document} />
          <button type="submit" class="btn text-foreground" data-variant="outline" data-size="sm">
            {t('Take over')}
          </button>
        </form>
      </div>
    </Alert>
  )
}
