/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { t } from '../../../../ui/index.ts'
import type { Option } from '../objects.ts'

/** List of the options that a picker offers. */
export default function optionsFragment(
  _c: RequestContext,
  { result }: Shown<{ readonly data: readonly Option[] }>,
): Page {
  return { title: t('Documents'), content: <OptionsFragment options={result.data} /> }
}

function OptionsFragment({ options }: { options: readonly Option[] }) {
  if (options.length === 0) return <p class="p-2 text-sm text-muted-foreground">{t('Nothing was found.')}</p>
  return (
    <>
      {options.map(({ id, label, thumbnail }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the option (aria-activedescendant)
        <div
          role="option"
          aria-selected="false"
          data-id={id}
          data-label={label}
          class="flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm hover:bg-accent aria-selected:bg-accent"
        >
          {thumbnail !== undefined && <img src={thumbnail} alt="" class="size-8 rounded object-cover" loading="lazy" />}
          <span class="truncate">{label}</span>
        </div>
      ))}
    </>
  )
}
