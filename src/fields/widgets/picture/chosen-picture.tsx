/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { formatBytes, Icon, message, t } from '../../../ui/index.ts'
import { messagesAsJson } from '../widget-messages.ts'
import type { Picture } from './picture.ts'

interface ChosenPictureProps {
  readonly picture: Picture
  /** Name of the input that holds the id. */
  readonly name: string
}

/** A chosen file: its picture, size, alternative text and focal point. */
export function ChosenPicture({ picture, name }: ChosenPictureProps) {
  const { id, label, thumbnail, mayDescribe, focalPoint } = picture
  return (
    <li class="form-picture" data-picture={id} data-words={stateMessages()}>
      <input type="hidden" name={name} value={id} />
      {thumbnail !== null && (
        <div class="form-picture-frame">
          <div class="form-picture-image" data-frame data-x={focalPoint?.x} data-y={focalPoint?.y}>
            <img src={thumbnail} alt={picture.alt ?? ''} loading="lazy" decoding="async" />
            <button
              type="button"
              class="form-picture-point"
              aria-label={t('Focal point: move it with the arrow keys')}
              data-point
              hidden
            />
          </div>
        </div>
      )}
      <div class="flex items-start gap-1 py-1.5 pl-3 pr-1">
        <div class="min-w-0 grow text-sm">
          <p class="truncate" data-text>
            {label}
          </p>
          <p class="text-muted-foreground">{describe(picture)}</p>
        </div>
        {thumbnail !== null && mayDescribe && (
          <button
            type="button"
            class="btn"
            data-variant="ghost"
            data-size="icon-sm"
            data-focal
            aria-pressed="false"
            aria-label={t('Set the focal point')}
            title={t('Set the focal point')}
          >
            <Icon name="crosshair" />
          </button>
        )}
        <a
          class="btn"
          data-variant="ghost"
          data-size="icon-sm"
          href={`/admin/media/${encodeURIComponent(id)}/details`}
          target="_blank"
          rel="noopener"
          aria-label={t('Open {title} in the library', { title: label })}
          title={t('Open {title} in the library', { title: label })}
        >
          <Icon name="external-link" />
        </a>
        <button
          type="button"
          class="btn"
          data-variant="ghost"
          data-size="icon-sm"
          data-chosen-action="remove"
          aria-label={t('Remove {title}', { title: label })}
          title={t('Remove {title}', { title: label })}
        >
          <Icon name="x" />
        </button>
      </div>
      {thumbnail !== null && <AlternativeText picture={picture} />}
    </li>
  )
}

/**
 * Input for the alternative text, which belongs to the file and so changes on every page that shows it. Users who may
 * not change it only see the text.
 */
function AlternativeText({ picture: { alt, mayDescribe } }: { picture: Picture }) {
  if (!mayDescribe) return alt === null ? null : <p class="px-3 pb-3 text-sm text-muted-foreground">{alt}</p>
  return (
    <div class="grid gap-1 px-3 pb-3">
      <label class="grid gap-1 text-sm">
        <span class="text-muted-foreground">{t('Alternative text')}</span>
        <textarea
          class="textarea min-h-9"
          rows={1}
          data-max={2000}
          placeholder={t('What the picture shows, for people who cannot see it.')}
          data-alt
        >
          {alt ?? ''}
        </textarea>
      </label>
      <p class="text-sm text-muted-foreground empty:hidden" role="status" data-state />
    </div>
  )
}

function describe({ width, height, size }: Picture): string {
  const bytes = formatBytes(size)
  return width === null || height === null ? bytes : `${width} × ${height} · ${bytes}`
}

function stateMessages(): string {
  return messagesAsJson([
    message('Saved for every page that shows this picture.'),
    message('Not saved: {reason}'),
    message('The service cannot be reached'),
    message('Click on what must stay visible when the picture is cropped.'),
  ])
}
