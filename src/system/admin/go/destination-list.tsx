/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { t } from '../../../messages/translate.ts'
import { Marked } from '../../../ui/marked.tsx'
import type { Destination, DestinationGroup } from './destination.ts'

/** The list of the command palette, as part of a page. */
export default function destinationList(
  c: RequestContext,
  { result }: Shown<{ readonly data: readonly DestinationGroup[] }>,
): Page {
  return { title: t('Search'), content: <DestinationList groups={result.data} typed={c.req.query('q') ?? ''} /> }
}

interface ListProps {
  readonly groups: readonly DestinationGroup[]
  readonly typed: string
}

/** The options of the command palette's list. */
function DestinationList({ groups, typed }: ListProps) {
  if (groups.length === 0)
    return (
      <p class="p-6 text-center text-sm text-muted-foreground">
        {t('Nothing was found for “{words}”.', { words: typed.trim() })}
      </p>
    )
  return (
    <>
      {groups.map(({ title, destinations }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list belong to no form
        <div role="group" aria-labelledby={`palette-group-${group}`} class="p-1">
          <div id={`palette-group-${group}`} class="px-2 py-1.5 text-xs font-medium text-muted-foreground">
            {t(title)}
          </div>
          {destinations.map((destination, index) => (
            <Option {...destination} id={`palette-${group}-${index}`} typed={typed} />
          ))}
        </div>
      ))}
    </>
  )
}

function Option({ id, label, path, kind, text, form, typed }: Destination & { id: string; typed: string }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      role="option"
      id={id}
      data-path={path}
      data-form={form === null ? undefined : JSON.stringify(form)}
      aria-selected="false"
      tabindex={-1}
      class="grid cursor-pointer gap-0.5 rounded-sm px-2 py-2 text-sm aria-selected:bg-accent aria-selected:text-accent-foreground"
    >
      <span class="flex items-center justify-between gap-4">
        <span class="truncate">{label}</span>
        {kind !== null && <span class="max-w-1/2 shrink-0 truncate text-xs text-muted-foreground">{kind}</span>}
      </span>
      {text !== null && (
        <span class="line-clamp-2 text-xs text-muted-foreground">
          <Marked text={text} words={typed} />
        </span>
      )}
    </div>
  )
}
