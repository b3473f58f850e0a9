/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from '../../ui/index.ts'
import { Chosen } from './chosen.tsx'
import { Labelled } from './labelled.tsx'
import { ChosenPicture } from './picture/chosen-picture.tsx'
import { controlProps, idOf, labelOf, type WidgetProps } from './widget.ts'
import { pickerMessages } from './widget-messages.ts'

interface PickerProps extends WidgetProps {
  readonly ids: readonly string[]
  readonly isMany?: boolean
}

/** Control for documents, users or items of the media library. It holds their ids; a script finds them by name. */
export function Picker(props: PickerProps) {
  const { field, path, ids, form, isMany = false } = props
  const id = idOf(props)
  const target: string = field.options.target
  const isMedia = target === 'media'
  return (
    <Labelled {...props}>
      <div
        class="relative grid grid-cols-1 gap-2 rounded-md data-dropping:ring-2 data-dropping:ring-ring"
        data-picker={target}
        data-media-picker={isMedia ? `/admin/media/search?pick=${kindOf(field.options.types)}` : undefined}
        data-many={isMany ? 'true' : undefined}
        data-name={path}
        data-words={pickerMessages()}
      >
        <ul
          class="flex flex-wrap gap-2 empty:hidden"
          data-chosen
          aria-label={t('{label}: chosen', { label: labelOf(field) })}
        >
          {ids.map((chosen) => {
            const picture = isMany ? undefined : form.pictures.get(chosen)
            if (picture) return <ChosenPicture picture={picture} name={path} />
            const label = form.labels.get(chosen) ?? chosen
            return <Chosen id={chosen} path={path} label={label} picture={isMedia} isMany={isMany} />
          })}
        </ul>
        <div class="flex flex-wrap gap-2" data-search-row>
          <input
            {...controlProps(props)}
            name={`${path}~add`}
            class="input min-w-28 grow basis-28"
            type="text"
            role="combobox"
            autocomplete="off"
            aria-expanded="false"
            aria-controls={`${id}-options`}
            aria-autocomplete="list"
            placeholder={t('Search in {collection}', { collection: form.labelOfTarget(target) })}
          />
          {isMedia && <MediaButtons label={labelOf(field)} />}
          {form.mayCreate(target) && (
            <button
              type="button"
              class="btn"
              data-variant="outline"
              data-create={target}
              aria-label={t('New document in {collection}', { collection: form.labelOfTarget(target) })}
            >
              <Icon name="plus" />
              <span>{t('New')}</span>
            </button>
          )}
        </div>
        <div
          id={`${id}-options`}
          data-options
          role="listbox"
          aria-label={labelOf(field)}
          class="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md"
          hidden
        />
        <p class="text-sm text-muted-foreground empty:hidden" role="status" data-told />
        <template>
          <Chosen id="" path={path} label="{title}" picture={isMedia} isMany={isMany} />
        </template>
      </div>
    </Labelled>
  )
}

/** Returns the kind of file that all accepted MIME types share: `image`, `video` or `audio`; otherwise `any`. */
function kindOf(types: readonly string[] | undefined): string {
  const kinds = [...new Set(types?.map((type) => type.split('/')[0] ?? ''))]
  const [kind = ''] = kinds
  return kinds.length === 1 && ['image', 'video', 'audio'].includes(kind) ? kind : 'any'
}

/** Buttons that choose a file from the library or from the computer. Files can also be dropped and pasted. */
function MediaButtons({ label }: { label: string }) {
  return (
    <>
      <button
        type="button"
        class="btn"
        data-variant="outline"
        data-media-open
        aria-label={t('Choose {label} from the library', { label })}
      >
        <Icon name="image" />
        <span>{t('Library')}</span>
      </button>
      <button
        type="button"
        class="btn"
        data-variant="outline"
        data-upload
        aria-label={t('Upload a file for {label}', { label })}
      >
        <Icon name="upload" />
        <span>{t('Upload')}</span>
      </button>
      <input type="file" data-upload-file aria-label={label} hidden />
    </>
  )
}
