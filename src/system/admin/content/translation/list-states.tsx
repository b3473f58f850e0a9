/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Translations } from '../../../../runtime/kit.ts'
import { editPath } from '../paths.ts'
import { translationWords } from './state-words.ts'

interface ListStatesProps {
  readonly collection: string
  readonly id: string
  readonly states: Translations
}

/** Cell with the state of each translation of a document, as a link to its form. */
export function ListStates({ collection, id, states }: ListStatesProps) {
  return (
    <td>
      <span class="flex gap-1">
        {Object.entries(states).map(([locale, state]) => (
          <a
            class="badge translation-state"
            data-variant="outline"
            data-state={state}
            href={editPath(collection, id, undefined, locale)}
            title={translationWords(locale, state)}
          >
            {locale}
            <span class="sr-only"> {translationWords(locale, state)}</span>
          </a>
        ))}
      </span>
    </td>
  )
}
