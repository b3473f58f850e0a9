/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { IconName } from '../../../../assets/icons.ts'
import { messagesAsJson } from '../../../../fields/widgets/widget-messages.ts'
import { assetPath, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { Alert, Icon, message, t } from '../../../../ui/index.ts'
import { documentPath } from '../paths.ts'

/** Button that opens the preview. Without JavaScript, it creates a link to the saved document. */
export function PreviewButton({
  collection,
  id,
  locale = null,
}: {
  collection: ManifestCollection
  id: string | null
  locale?: string | null
}) {
  if (collection.preview === null) return null
  const button = (
    <button
      type={id === null ? 'button' : 'submit'}
      class="btn"
      data-variant="outline"
      data-size="sm"
      data-live-preview-open
      hidden={id === null}
    >
      <Icon name="eye" />
      {t('Preview')}
    </button>
  )
  if (id === null) return button
  const path = documentPath(collection.name, id, '/preview', locale)
  return (
    <form method="post" action={path} hx-post={path} hx-target="#preview-link" hx-swap="innerHTML">
      {button}
    </form>
  )
}

const DEVICES = [
  { device: 'phone', icon: 'smartphone', label: message('Phone') },
  { device: 'tablet', icon: 'tablet', label: message('Tablet') },
  { device: 'desktop', icon: 'monitor', label: message('Desktop') },
] as const

/** Panel beside the form that shows the document on the website. A script creates the panel from its template. */
export function LivePreview({ c, collection }: { c: RequestContext; collection: ManifestCollection }) {
  if (collection.preview === null) return null
  return (
    <div data-live-preview={assetPath(c, 'live-preview.js')} data-words={previewMessages()} hidden>
      <template>
        <section class="live-preview" aria-label={t('Preview')}>
          <header class="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b px-2 py-1">
            {/* biome-ignore lint/a11y/useSemanticElements: buttons that belong together, in no form */}
            <div role="group" aria-label={t('Width of the page')} class="flex gap-0.5 max-lg:hidden">
              {DEVICES.map(({ device, icon, label }) => (
                <ToolButton icon={icon} label={t(label)} data-device={device} aria-pressed="false" />
              ))}
            </div>
            <p class="min-w-32 grow basis-0 text-sm text-muted-foreground" role="status" data-status />
            <div class="flex gap-0.5">
              <ToolButton icon="link" label={t('Copy a link for others')} data-action="link" />
              <ToolButton icon="refresh-cw" label={t('Load the page again')} data-action="reload" />
              <a
                class="btn"
                data-variant="ghost"
                data-size="icon-sm"
                href="#main"
                target="_blank"
                rel="noopener noreferrer"
                data-open
                aria-label={t('Open in a new tab')}
                title={t('Open in a new tab')}
              >
                <Icon name="external-link" />
              </a>
              <ToolButton icon="x" label={t('Close the preview')} data-action="close" />
            </div>
          </header>
          <div class="p-3" data-help hidden>
            <SilentPage origin={new URL(collection.preview).origin} cms={new URL(c.req.url).origin} />
          </div>
          <div class="live-preview-stage" data-stage>
            <iframe title={t('Page of the website')} sandbox={SANDBOX} referrerpolicy="no-referrer" />
          </div>
        </section>
      </template>
    </div>
  )
}

/** Permissions of the frame: the website works as usual, but cannot navigate the admin. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox'

function ToolButton({
  icon,
  label,
  ...rest
}: {
  icon: IconName
  label: string
  [attribute: `data-${string}` | `aria-${string}`]: string
}) {
  return (
    <button
      type="button"
      class="btn"
      data-variant="ghost"
      data-size="icon-sm"
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Notice with remedies for a page that does not respond. */
function SilentPage({ origin, cms }: { origin: string; cms: string }) {
  return (
    <Alert kind="note" title={t('The page at {origin} does not respond', { origin })}>
      <p>
        {t(
          'If you see no page below, the website is not running, redirects to another address, or does not allow frames. Make it send this header, and not X-Frame-Options:',
        )}
      </p>
      <p class="my-1 wrap-anywhere">
        <code>{`Content-Security-Policy: frame-ancestors 'self' ${cms}`}</code>
      </p>
      <p>
        {t(
          'If you see the page below, it is only reloaded when you pause, not updated as you type. To change that, call this function from lintel/client/preview in the page:',
        )}
      </p>
      <p class="my-1 wrap-anywhere">
        <code>{`livePreview({ cms: '${cms}' })`}</code>
      </p>
    </Alert>
  )
}

/** Returns the texts of the script, as JSON. */
const previewMessages = (): string =>
  messagesAsJson([
    message('Loading'),
    message('Up to date'),
    message('Not shown as typed: {names}'),
    message('The page cannot be updated: {reason}'),
    message('The page does not respond'),
    message('The preview is not updated: {reason}'),
    message('The service cannot be reached'),
    message('Save this document once to see its preview.'),
    message('The preview opens as soon as the required fields are filled in.'),
    message('Link copied. For a day it shows the saved document to anyone who has it.'),
  ])
