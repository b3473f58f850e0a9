/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { t } from '../../../ui/t.ts'
import type { DestinationGroup } from './destinations.ts'

/** Props of the command palette's list. */
export default function destinationList(
  _c: RequestContext,
  { result }: Shown<{ readonly data: readonly DestinationGroup[] }>,
): Page {
  return { title: t('Go to'), content: <DestinationList groups={result.data} /> }
}

/** The options of the command palette's list. */
function DestinationList({ groups }: { groups: readonly DestinationGroup[] }) {
  if (groups.length === 0)
    return <p class="p-6 text-center text-sm text-muted-foreground">{t('Nothing has that name')}</p>
  return (
    <>
      {groups.map(({ title, destinations }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list belong to no form
        <div role="group" aria-labelledby={`palette-group-${group}`} class="p-1">
          <div id={`palette-group-${group}`} class="px-2 py-1.5 text-xs font-medium text-muted-foreground">
            {t(title)}
          </div>
          {destinations.map(({ label, path, kind }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            <div
              role="option"
              id={`palette-${group}-${index}`}
              data-path={path}
              aria-selected="false"
              tabindex={-1}
              class="flex cursor-pointer items-center justify-between gap-4 rounded-sm px-2 py-2 text-sm aria-selected:bg-accent aria-selected:text-accent-foreground"
            >
              <span class="truncate">{label}</span>
              {kind !== null && <span class="shrink-0 text-xs text-muted-foreground">{kind}</span>}
            </div>
          ))}
        </div>
      ))}
    </>
  )
}
